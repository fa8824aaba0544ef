import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('partner'),
  synonyms: 'resellers, master',
  title: 'Partners',
  purpose: 'Who keeps business units in the portal, with a team and an address of their own.',
  deleteText: 'The partner’s team, report accounts, themes and files will be erased, too.',
  empty: 'Create the first partner; its business units come next.',
  toUnits: 'See business units',
  toTeam: 'See team',
  disabled: 'Disabled',
  units: 'Business units',
  people: 'Users',
  staff: 'Team',
  unitCount_zero: 'No business units',
  unitCount_one: '{{shown}} business unit',
  unitCount_other: '{{shown}} business units',
  userCount_zero: 'No users',
  userCount_one: '{{shown}} user',
  userCount_other: '{{shown}} users',
  field: {
    name: 'Name',
    subdomain: 'Subdomain',
    domain: 'Own domain',
    enabled: 'Partner active',
    hidden_menu: 'Hidden screens',
  },
  help: {
    subdomain: 'Lowercase letters, numbers and hyphens. The partner’s team signs in at this address.',
    enabled:
      'When you disable it, its team and everybody in its business units are signed out at once. Nothing is deleted.',
  },
  section: {
    what: 'The partner',
    whatText: 'Its team sees the name; the address is where they sign in.',
    hiddenText:
      'What you tick disappears from the menu of the partner and of all its business units, and the server refuses it as well.',
    state: 'State',
    stateText: 'A disabled partner keeps everything and lets nobody in.',
  },
} satisfies Phrases<typeof ptBR>
