import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Who may open {{name}}',
  settings: 'Settings of the report',
  field: {
    grants: 'Access',
    roles: 'Roles',
    identity: 'User name of the identity',
    identity_value: 'Value used as user name',
    custom_data: 'Custom data',
  },
  section: {
    who: 'People and groups',
    whoText:
      'Whoever is on this list opens the report; whoever leaves it can no longer open it at once, even while reading.',
    readers: 'What each person sees',
    readersText: 'Decided by the server now, from what is saved. A grant to the person wins over those to groups.',
  },
  pick: {
    group: 'Add a group',
    person: 'Add a person',
    groupSearch: 'Search for a group',
    personSearch: 'Search by name or e-mail',
  },
  members_one: '{{count}} person',
  members_other: '{{count}} people',
  none: 'Nobody may open this report yet, except those who manage reports.',
  edit: 'Change what {{name}} sees',
  fold: 'Fold',
  remove: 'Take access from {{name}}',
  identities: { email: 'The reader’s email', value: 'A fixed value' },
  help: {
    roles: 'Choose from the list, or type the name as it is in the data model and press Enter.',
    identity: 'It is what USERNAME() and USERPRINCIPALNAME() give in the data model.',
    identity_value: 'Up to 256 characters, without blanks.',
    custom_data: 'It is what CUSTOMDATA() gives in the data model.',
  },
  fault: {
    roles: 'Name at least one role.',
    rolesInvalid: 'Up to 50 roles of up to 50 characters each, without commas.',
    identity_value: 'Give a value without blanks.',
    custom_data: 'Up to 1024 characters.',
  },
  sees: {
    everything: 'Sees all rows.',
    ignored: 'Sees the rows of the role {{role}}, like everybody.',
    nothing: 'Without a role: sees nothing.',
    own_one: 'Sees the rows of the role {{roles}}, under their own email.',
    own_other: 'Sees the rows of the roles {{roles}}, under their own email.',
    ownEach_one: 'Each person sees the rows of the role {{roles}}, under their own email.',
    ownEach_other: 'Each person sees the rows of the roles {{roles}}, under their own email.',
    as_one: 'Sees the rows of the role {{roles}}, as {{username}}.',
    as_other: 'Sees the rows of the roles {{roles}}, as {{username}}.',
    data: 'Custom data: {{data}}.',
    allIgnored:
      'This report ignores row-level security: everybody reads with the role {{role}}. Roles named here have no effect now.',
    open: 'The data model has no roles: whoever opens the report sees all rows.',
    hidden: 'The report is hidden: only those who manage reports open it, whatever the list says.',
  },
  outcome: {
    identity_missing: 'Cannot open it: no role is named',
    identity_ambiguous: 'Cannot open it: their groups give different identities. Grant it to the person directly.',
    hidden: 'Cannot open it: the report is hidden',
  },
  reader: { name: 'Person', through: 'Through', direct: 'Directly', sees: 'Sees' },
  readersNone: 'Nobody has been granted this report yet.',
  readersMore: 'Showing {{shown}} of {{total}} people.',
  unsaved: 'There are unsaved changes: the table shows what holds until now.',
} satisfies Phrases<typeof ptBR>
