import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import errors from '#catalogue/phrases/errors/en-US.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('OpenID provider'),
  synonyms: 'SSO, single sign-on, Entra, Azure, Google, Microsoft, OAuth',
  title: 'Cloud accounts (OpenID)',
  purpose: 'Entra ID, Google and other providers with which the people of this business unit sign in.',
  deleteText: 'Nobody signs in with it any more. The people whom it added stay.',
  empty: 'Add Entra ID, Google or another provider: people sign in with the account that they have already.',
  on: 'Active',
  off: 'Inactive',
  copy: 'Copy',
  test: 'Test the issuer',
  tested: 'The issuer answers and can be used.',
  secretKept: 'A secret is kept. Leave empty to keep it; another issuer or client needs the secret again.',
  field: {
    name: 'Name',
    kind: 'Provider',
    icon: 'Icon of the button',
    issuer: 'Issuer',
    client_id: 'Client ID',
    client_secret: 'Client secret',
    scopes: 'Scopes',
    attributes: 'Facts of the person',
    create_users: 'Add people at their first sign-in',
    link_users: 'Link people who have a password',
    domains: 'Accepted e-mail domains',
    directories: 'Accepted directories',
    status: 'Active',
    redirect_uri: 'Redirect URI',
    people: 'People',
    created_at: 'Added on',
  },
  help: {
    name: 'Shown on the button of the sign-in page. Each directory has a name of its own.',
    issuer:
      'The address of the provider, as in its OpenID configuration. With Entra ID it contains the directory’s ID.',
    client_secret: 'The secret’s value. It is kept encrypted and never shown again. Empty for a public client.',
    scopes: 'Separated by spaces. “openid” is always sent.',
    create_users: 'Within the user limit of the unit. Without it, only people who were recognized before sign in.',
    link_users:
      'People of this unit alone with the same e-mail, verified by the provider, sign in here from then on. Their password ends.',
    domains: 'Empty: any domain. With Google, the organization of the account counts.',
    directories: 'The IDs of Microsoft’s directories. Required when the issuer serves several (“organizations”).',
  },
  choice: {
    kind: {
      entra: 'Microsoft Entra ID',
      google: 'Google',
      other: 'Another OpenID provider',
    },
    icon: {
      microsoft: 'Microsoft',
      google: 'Google',
      key: 'Key',
      building: 'Company',
      shield: 'Shield',
    },
  },
  section: {
    what: 'Provider',
    whatText: 'The name that people recognize, such as “Company account”.',
    ours: 'For the provider',
    oursText: 'Enter this address in the application that you register at the provider.',
    provider: 'From the provider',
    providerText: 'What the provider shows of the application that you registered there.',
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
    email: 'Only for the record: a person is recognized by the identifier of the provider.',
    nome_usuario: 'Updated at each sign-in.',
    groups: 'The user groups with these names become the person’s at each sign-in.',
  },
  redirecting: 'Signing in…',
  refused: 'Sign-in was not possible',
  failed: errors['sign_in.provider_failed'],
} satisfies Phrases<typeof ptBR>
