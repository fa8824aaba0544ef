import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  add: 'New subgroup',
  addTo: 'New subgroup in {{group}}',
  change: 'Rename or move to another group',
  changeTitle: 'Change {{name}}',
  list: 'Subgroups of {{group}}',
  field: { name: 'Name', group_id: 'Group' },
} satisfies Phrases<typeof ptBR>
