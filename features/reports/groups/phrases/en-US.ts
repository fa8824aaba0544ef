import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('report group')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, moved: '{{actor}} moved the report group {{target}}' },
  synonyms: 'folders, subgroups, organize, order, subjects',
  title: 'Report groups',
  purpose: 'Arrange reports in groups and subgroups, in the order in which readers see them in the menu.',
  add: 'New group',
  deleteText: 'Its subgroups will be erased, too.',
  rename: 'Rename',
  renameTitle: 'Rename {{name}}',
  up: 'Move up',
  down: 'Move down',
  reports_zero: 'No reports',
  reports_one: '{{count}} report',
  reports_other: '{{count}} reports',
  empty: 'Create the first group. Reports go into the subgroups inside it.',
  emptyGroup: 'No subgroups yet. A report always stands in a subgroup.',
  notEmpty: 'There are still reports in here: move or remove them first.',
  field: { name: 'Name', names: 'Name by language', icon: 'Icon' },
  icon: {
    folder: 'Folder',
    chart: 'Chart',
    coins: 'Coins',
    cart: 'Cart',
    users: 'People',
    factory: 'Factory',
    truck: 'Truck',
    headset: 'Support',
    target: 'Target',
    calendar: 'Calendar',
    world: 'World',
    building: 'Building',
    shield: 'Shield',
    heart: 'Heart',
    school: 'School',
    leaf: 'Leaf',
    cpu: 'Processor',
  },
} satisfies Phrases<typeof ptBR>
