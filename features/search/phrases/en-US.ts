import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  open: 'Search everything',
  placeholder: 'Reports, people, groups, screens…',
  results: 'Results',
  recent: 'Recent',
  hint: 'Type to search reports, people, groups and screens.',
  nothing: 'Nothing found for “{{search}}”. Try fewer letters or another word.',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  kind: {
    report: 'Reports',
    report_subgroup: 'Report subgroups',
    report_group: 'Report groups',
    user: 'People',
    user_group: 'User groups',
    tenant: 'Business units',
    screen: 'Screens',
  },
} satisfies Phrases<typeof ptBR>
