import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const words = noun('business unit')

export default {
  ...words,
  audit: { ...words.audit, removal_begun: '{{actor}} began to remove the business unit {{target}}' },
  synonyms: 'companies, tenants, customers',
  title: 'Business units',
  purpose: 'Each unit has an address, people and reports of its own.',
  add: 'New unit',
  deleteText:
    'Everything of the business unit will be erased: people, reports, groups, grants, settings, themes and files.',
  added: 'The unit is there, at {{address}}.',
  withoutAdministrator: 'Nobody administers the unit yet. Enter it and add that person.',
  administratorInvited: '{{name}} gets an invitation at {{email}} to choose a password and administer the unit.',
  administratorLink: 'Access link of {{name}}',
  empty: 'Create the first unit; it answers at its own address right away.',
  open: 'Open its address',
  enter: 'Enter {{unit}}',
  enterRefused:
    'This unit does not let staff enter. Staff who sign in at its own address can change that in its settings.',
  enterMaintenance: 'This unit is in maintenance: only the platform’s staff may enter.',
  enterAsAdmin: 'Enter as administrator',
  enterAsUser: 'Enter as reader',
  createdAt: 'Created on',
  people: '{{users}} of {{limit}}',
  removed: '{{percent}} removed',
  begunRemoving: 'Removal of {{name}} has begun.',
  gone: '{{name}} is removed.',
  state: { removing: 'Being removed', maintenance: 'Under maintenance', enabled: 'Active', disabled: 'Disabled' },
  field: {
    administrator: 'First administrator',
    nome_usuario: 'Administrator’s name',
    email: 'Administrator’s e-mail',
    trial_ends: 'End of the trial',
    maintenance: 'Under maintenance',
    hidden_menu: 'Hidden screens',
    name: 'Name',
    parceiro_id: 'Partner',
    address: 'Address',
    subdomain: 'Subdomain',
    domain: 'Own domain',
    default_language: 'Default language',
    user_limit: 'User limit',
    client: 'Client',
    users: 'Users',
    allow_adding_reports: 'Let the unit add reports',
    allow_access_remote: 'Access by the partner’s staff',
    registration_enabled: 'Allow self-registration',
    default_for_registration: 'Default for self-registration',
    default_for_sso: 'Default for single sign-on',
    restrict_accounts: 'Show report accounts only to whoever registered them',
    enabled: 'Unit is active',
  },
  help: {
    trial_ends: 'The last day of test users, in the business unit’s time zone.',
    maintenance:
      'With this on, only the platform’s team gets in; everybody else is told that the portal is under maintenance.',
    subdomain: 'Lower-case letters, digits and hyphens.',
    default_language: 'The language of the sign-in page in a browser that has not chosen one yet.',
    user_limit_one: '{{count}} user takes a place today. The limit cannot go below that.',
    user_limit_other: '{{count}} users take a place today. The limit cannot go below that.',
    allow_adding_reports: 'Without it, only the partner’s staff add and import reports.',
    allow_access_remote:
      'When off, the staff of partner and platform cannot enter this unit by any way, and nobody uses its people’s sessions.',
    registration_enabled: 'The administrator still has to switch it on in the settings of the unit.',
    default_for_registration:
      'Whoever registers at the partner’s address joins this unit. Only one unit of the partner is the default.',
    default_for_sso:
      'People whom single sign-on (SAML or OpenID) adds at any unit of the partner become members here. Without a default they become members where they sign in. Only one unit of a partner is the default.',
    restrict_accounts: 'With it, each administrator sees only the accounts that they registered.',
    enabled: 'Once disabled, nobody gets in and whoever is signed in is signed out at once. Nothing is erased.',
  },
  section: {
    hiddenText:
      'What you tick disappears from everybody’s menu in the business unit, and the server refuses it as well. What the partner hides adds to it.',
    what: 'The unit',
    whatText: 'People see the name where they sign in and at the top of the portal.',
    administrator: 'Who administers it',
    administratorText:
      'The person gets an invitation to choose a password. Without one, the partner’s team enters the unit and adds who administers it.',
    where: 'Where it lives',
    whereText: 'People come in through this address. Changing it signs out whoever uses the old one.',
    limits: 'What it may do',
    limitsText: 'How many people fit, and what the unit’s administrators do by themselves.',
    state: 'State',
    stateText: 'A disabled unit keeps everything and lets nobody in.',
  },
  staffEntry: {
    title: 'Close the unit to staff?',
    text: 'When you save, the sessions of staff in this unit end, and its administrators are told. You can open the unit again in this form.',
  },
} satisfies Phrases<typeof ptBR>
