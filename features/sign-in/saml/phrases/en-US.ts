import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import errors from '#catalogue/phrases/errors/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('SAML app'),
  title: 'Single sign-on (SAML)',
  purpose: 'Identity providers with which the people of this business unit sign in.',
  deleteText: 'Nobody signs in with it any more. The people whom it added stay.',
  empty: 'Add your company’s identity provider: people sign in with the account that they have already.',
  on: 'Active',
  off: 'Inactive',
  copy: 'Copy',
  metadataUrl: 'Address of the metadata',
  readMetadata: 'Read',
  metadataFile: 'Choose a file',
  field: {
    name: 'Name',
    entity_id: 'Identifier of the provider (entity ID)',
    login_url: 'Sign-in address',
    logout_url: 'Sign-out address',
    certificates: 'Certificates',
    name_id_format: 'NameID format',
    attributes: 'Attributes',
    create_users: 'Add people at their first sign-in',
    link_users: 'Link people who have a password',
    idp_initiated: 'Accept sign-ins that begin at the provider',
    status: 'Active',
    acs_url: 'Reply address (ACS)',
    sp_entity_id: 'Our identifier and metadata',
    companies: 'Business units',
    people: 'People',
  },
  help: {
    name: 'Shown on the button of the sign-in page.',
    certificates: 'As PEM. Up to five, while the provider changes its key.',
    create_users: 'Within the user limit of the unit. Without it, only people who were recognized before sign in.',
    link_users:
      'People of this unit alone with the e-mail that the provider sends sign in here from then on. Their password ends.',
    idp_initiated: 'Less secure: use it only if the provider cannot answer a request of the portal.',
  },
  choice: {
    name_id_format: {
      unspecified: 'Any',
      persistent: 'Persistent',
      emailAddress: 'E-mail',
    },
  },
  section: {
    what: 'App',
    whatText: 'The name that people recognize, such as “Entra ID” or “Company account”.',
    ours: 'For the provider',
    oursText: 'Enter these addresses at the identity provider. The second one is shown after saving.',
    provider: 'From the provider',
    providerText: 'Read the metadata of the provider from an address or a file, or fill in the fields.',
    attributesText: 'The names under which the provider sends each fact. Empty: the usual names.',
    rules: 'Who signs in',
    rulesText: 'Blocks, shifts and the IP list apply to this sign-in as to every other.',
  },
  attribute: {
    email: 'E-mail',
    nome_usuario: 'Name',
    groups: 'Groups',
    custom: 'Field: {{name}}',
  },
  attributeHelp: {
    email: 'Only for the record: a person is recognized by the NameID.',
    nome_usuario: 'Updated at each sign-in.',
    groups: 'The user groups with these names become the person’s at each sign-in.',
  },
  redirecting: 'Signing in…',
  refused: 'Sign-in was not possible',
  /** By the status words of the specification (SAML callback mapping). */
  status: {
    error_user_or_password: errors['sign_in.wrong_credentials'],
    not_found_companies: errors['sign_in.without_tenant'],
    user_disable: errors['sign_in.user_deactivated'],
    blocked: errors['sign_in.user_blocked'],
    inactive: errors['sign_in.user_inactive'],
    domain_not_allowed: errors['sign_in.domain_refused'],
    horario_not_allowed: errors['sign_in.hour_refused'],
    error_azure_not_companies: errors['sign_in.provider_without_tenant'],
    finish_test: errors['sign_in.trial_ended'],
    maitenance: errors['sign_in.maintenance'],
    error: errors['sign_in.provider_failed'],
    ip_not_allowed: errors['sign_in.address_refused'],
  },
} satisfies Phrases<typeof ptBR>
