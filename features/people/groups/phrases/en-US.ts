import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const words = noun('user group', 'a')

export default {
  ...words,
  audit: {
    ...words.audit,
    migrated: '{{actor}} moved the group {{target}} to another unit',
    received: '{{actor}} brought the group {{target}} from another unit',
  },
  synonyms: 'departments, teams, access groups',
  title: 'User groups',
  purpose: 'Put people into groups to grant reports to all of them at once.',
  add: 'New group',
  deleteText: 'The people stay, but lose the reports that only the group granted.',
  empty: 'Create the first group, then grant reports to everybody in it at once.',
  createdAt: 'Created on',
  members_zero: 'Nobody',
  members_one: '{{shown}} person',
  members_other: '{{shown}} people',
  addMember: 'Find a person by name or e-mail',
  removeMember: 'Take {{name}} out of the group',
  grantees: { group: 'Grant to a group', person: 'Grant to a person', list: 'Granted to', remove: 'Remove {{name}}' },
  field: { name: 'Name', description: 'Description', member_ids: 'People' },
  section: {
    what: 'The group',
    whatText: 'The name is what people see when they grant reports. The description helps them choose the right group.',
    who: 'Who is in it',
    whoText: 'Whoever joins can open the reports granted to the group; whoever leaves can no longer, at once.',
  },
} satisfies Phrases<typeof ptBR>
