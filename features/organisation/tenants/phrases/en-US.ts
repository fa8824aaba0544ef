import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const words = noun('business unit')

export default {
  ...words,
  audit: {
    ...words.audit,
    removal_begun: '{{actor}} closed the business unit {{target}} to erase it',
    reopened: '{{actor}} opened the business unit {{target}} again',
    erasure_confirmed: '{{actor}} confirmed the erasure of the business unit {{target}}',
    erasure_proved: '{{actor}} proved the erasure of the business unit {{target}}',
  },
  synonyms: 'companies, tenants, customers',
  title: 'Business units',
  purpose: 'Each unit has an address, people and reports of its own.',
  add: 'New unit',
  deleteText:
    'The unit closes now: nobody can enter any more. In 14 days everything of it will be erased: people, reports, groups, grants, settings, themes and files. Until then you can open it again.',
  added: 'The unit is there, at {{address}}.',
  withoutAdministrator: 'Nobody administers the unit yet. Enter it and add that person.',
  administratorInvited: '{{name}} gets an invitation at {{email}} to choose a password and administer the unit.',
  administratorLink: 'Access link of {{name}}',
  empty: 'Create the first unit; it answers at its own address right away.',
  open: 'Open its address',
  enter: 'Enter {{unit}}',
  enterIt: 'Enter',
  enterRefused:
    'This unit does not let staff enter. Staff who sign in at its own address can change that in its settings.',
  enterMaintenance: 'This unit is in maintenance: only the platform’s staff may enter.',
  enterAsAdmin: 'Enter as administrator',
  enterAsUser: 'Enter as reader',
  createdAt: 'Created on',
  people: '{{users}} of {{limit}}',
  contractLimit: {
    first:
      'In the contract of {{client}}: {{users}} of {{limit}} users, in all of its business units together. That limit is reached before the one of this business unit.',
    later:
      'In the contract of {{client}}: {{users}} of {{limit}} users, in all of its business units together. The limit of this business unit is reached before that one.',
  },
  removed: '{{percent}} removed',
  begunRemoving: '{{name}} is closed and will be erased in 14 days.',
  gone: '{{name}} is removed.',
  closedUntil: 'Closed, to be erased on {{date}}',
  reopen: {
    action: 'Open the unit again',
    title: 'Open {{name}} again?',
    text: 'People enter as before. The erasure is canceled.',
    done: '{{name}} is open again.',
  },
  confirmErasure: {
    action: 'Erase now',
    title: 'Erase {{name}} now?',
    text: '{{person}} ordered the erasure of this unit. With your confirmation it begins at once, without the rest of the period, and cannot be canceled any more.',
    done: 'The erasure of {{name}} has begun.',
  },
  erasures: {
    action: 'Erasures',
    title: 'Erasures of units',
    text: 'Each erased unit leaves a proof. The audit trail keeps its SHA-256.',
    empty: 'No unit was erased. To erase one, use its menu in the list.',
    state: { ordered: 'To be erased on {{date}}', erasing: 'Being erased', erased: 'Erased on {{date}}' },
    orderedBy: 'Ordered by {{person}} on {{date}}',
    confirmedBy: 'Confirmed by {{person}}',
    download: 'Proof of {{unit}} as {{format}}',
  },
  proof: {
    title: 'Proof of erasure',
    unit: 'Business unit',
    ordered: 'Ordered by',
    confirmed: 'Confirmed by',
    gracePassed: 'nobody; the period passed',
    begun: 'Begun',
    rowsErased: 'Records erased',
    proved: 'Proved',
    files: 'Files',
    kept: 'What stays',
    keptWhat: {
      bills: 'Bills, which the law demands to keep; without names of people of the unit',
      audit_entries: 'Audit entries of the partner about the unit',
      models: 'Models of the report service in workspaces of this unit alone, which the operator removes',
    },
    tables: 'Records of each table, before and after',
  },
  state: {
    removing: 'Being removed',
    maintenance: 'Under maintenance',
    enabled: 'Active',
    disabled: 'Disabled',
  },
  field: {
    erase_at: 'Day of the erasure',
    sha256: 'SHA-256 of the proof',
    format: 'Format',
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
    subdomain: 'The beginning of the address at which people sign in. Lower-case letters, digits and hyphens.',
    default_language:
      'The language of the sign-in page in a browser that has not chosen one yet. Texts in several languages need at least this one.',
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
