import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('person', 'people'),
  audit: {
    added: '{{actor}} added {{target}} to the partner’s team',
    updated: '{{actor}} changed the details of {{target}} in the partner’s team',
    state_changed: '{{actor}} changed the state of {{target}} in the partner’s team',
    two_factor_reset: '{{actor}} reset the two-factor sign-in of {{target}}',
    removed: '{{actor}} removed {{target}} from the partner’s team',
  },
  synonyms: 'colleagues, masters, consultants',
  title: 'Team',
  purpose: 'Who signs in for the partner and looks after its business units.',
  add: 'New person',
  empty: 'Add the first person: without a team nobody can sign in at the partner’s address.',
  field: {
    support_agent: 'Support agent',
    billing_administrator: 'Billing administrator',
    name: 'Name',
    email: 'E-mail',
    language: 'Language',
    password: 'Password',
    parceiro_id: 'Partner',
    state: 'State',
  },
  createdAt: 'Since',
  you: 'You',
  own: 'This is your own account. Name, language and password are changed in',
  state: { A: 'Active', B: 'Blocked', I: 'Inactive' },
  help: {
    support_agent: 'Answers and hands on the tickets that business units handed up.',
    billing_administrator: 'Sees the bills of the partner’s clients.',
    email: 'Used to sign in.',
    password: 'At least 8 characters. Hand it over to the person, who changes it under “My account”.',
    newPassword: 'At least 8 characters. Empty: the present password stays.',
  },
  section: {
    ticketsText: 'Without it, the person only reads tickets that were handed up.',
    billingText: 'What the person sees of the billing. Whoever does not see it cannot give it to anybody.',
    person: 'The person',
    personText: 'They see all business units of the partner and may enter each of them.',
    password: 'Password',
    passwordText: 'For the first sign-in.',
    newPasswordText:
      'For who forgot theirs. A new password ends all sessions of the person. Hand it over to them; they change it under “My account”.',
  },
} satisfies Phrases<typeof ptBR>
