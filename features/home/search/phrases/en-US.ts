import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  placeholder: 'Reports, people, tags, screens, settings…',
  results: 'Results',
  recent: 'Recent',
  hint: 'Type to search reports, apps, playlists, alerts, people, tags, screens and what you can do.',
  nothing: 'Nothing found for “{{search}}”. Try fewer letters or another word.',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  keys: 'g and a letter: go to a menu entry · ?: all keys',
  account: 'Password, language, light or dark',
  words: {
    add: 'new add create',
    account: 'account profile password change language theme appearance light dark sessions',
  },
  kind: {
    report: 'Reports',
    page: 'Report pages',
    external_report: 'External reports',
    app: 'Apps',
    playlist: 'Playlists',
    report_subgroup: 'Report subgroups',
    report_group: 'Report groups',
    tag: 'Tags',
    task: 'Alerts',
    user: 'People',
    user_group: 'User groups',
    tenant: 'Business units',
    screen: 'Screens',
    setting: 'Single settings',
    action: 'Actions',
  },
} satisfies Phrases<typeof ptBR>
