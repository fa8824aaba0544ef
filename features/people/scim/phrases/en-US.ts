import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Directory (SCIM)',
  audit: {
    added: '{{actor}} connected the business unit with a directory',
    updated: '{{actor}} changed the connection with the directory',
    removed: '{{actor}} ended the connection with the directory',
  },
  title: 'Provisioning (SCIM)',
  purpose: 'Your organization’s directory adds, changes and deactivates the people and groups of this business unit.',
  synonyms: 'directory, synchronize people, Entra, Okta, AD',
  menu: 'Provisioning (SCIM)',
  none: 'No directory is connected',
  noneText:
    'With a token, Microsoft Entra ID, Okta or another directory maintains the people here. Somebody who leaves the organization loses access within seconds.',
  connect: 'Connect a directory',
  connection: 'Connection',
  connectionText: 'Enter the address and the token in the directory.',
  endpoint: 'Address',
  copy: 'Copy',
  token: 'Token',
  tokenOnce: 'Copy the token now: it is not shown again.',
  tokenEnds: 'Ends in {{hint}}',
  rotate: 'Change the token',
  rotateTitle: 'Change the token?',
  rotateText: 'The present token stays valid for 24 hours. Enter the new one in the directory until then.',
  oldUntil: 'The earlier token is valid until {{time}}.',
  lastUsed: 'Last used',
  never: 'Never',
  enableText: 'When off, the directory reads and changes nothing.',
  remove: 'End the connection',
  removeText: 'People and groups stay, and are maintained in the portal again.',
  customFields: 'Custom fields',
  customFieldsText: 'Map these attributes in the directory. What it does not send stays as it is in the portal.',
  field: {
    enable: 'Connection is active',
    expires_at: 'Expiry of the token',
    token: 'Token',
  },
} satisfies Phrases<typeof ptBR>
