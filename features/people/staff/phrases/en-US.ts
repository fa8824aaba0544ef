import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('person', 'people'),
  audit: {
    added: '{{actor}} invited {{target}} to the platform’s staff',
    agent_changed: '{{actor}} changed whether {{target}} handles tickets',
    seller_changed: '{{actor}} changed whether {{target}} is a seller',
    link_sent: '{{actor}} made a new invitation link for {{target}}',
    removed: '{{actor}} deleted {{target}} from the platform’s staff',
  },
  synonyms: 'operators, a2m, platform administrators',
  title: 'Platform staff',
  purpose: 'Who looks after the whole platform: partners, settings and news.',
  add: 'Invite a person',
  empty: 'Invite the first person.',
  deleteText:
    'The person is signed out everywhere and their account is erased. What they did stays in the audit trail.',
  action: {
    agent: 'Let handle tickets',
    noAgent: 'Stop handling tickets',
    seller: 'Mark as a seller',
    noSeller: 'No longer a seller',
  },
  field: {
    support_agent: 'Support agent',
    seller: 'Seller',
    name: 'Name',
    email: 'E-mail',
    language: 'Language',
    invited: 'Invited by e-mail',
  },
  lastSignIn: 'Last sign-in',
  createdAt: 'Since',
  you: 'You',
  invited: 'Invitation sent',
  help: { email: 'The person signs in with it. The invitation goes to this address.' },
  section: {
    person: 'The person',
    personText: 'They see and change everything on the platform. They get an invitation to choose their own password.',
  },
} satisfies Phrases<typeof ptBR>
