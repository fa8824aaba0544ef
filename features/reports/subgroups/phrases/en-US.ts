import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Report subgroup',
  audit: {
    added: '{{actor}} added the subgroup {{target}}',
    updated: '{{actor}} changed the subgroup {{target}}',
    moved: '{{actor}} moved the subgroup {{target}}',
    removed: '{{actor}} removed the subgroup {{target}}',
  },
  add: 'New subgroup',
  addTo: 'New subgroup in {{group}}',
  change: 'Rename or move to another group',
  changeTitle: 'Change {{name}}',
  list: 'Subgroups of {{group}}',
  field: { name: 'Name', names: 'Name by language', group_id: 'Group' },
} satisfies Phrases<typeof ptBR>
