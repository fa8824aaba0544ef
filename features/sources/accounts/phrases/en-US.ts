import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/en-US.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('report account')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, tested: '{{actor}} tested the report account {{target}}' },
  synonyms: 'Power BI, credentials, service principal, Azure, connection',
  title: 'Report accounts',
  purpose: 'Credentials with which the portal fetches reports from Power BI or from the service that ships with it.',
  add: 'New account',
  empty: 'Add the first account to publish the reports that it reaches.',
  createdAt: 'Created on',
  workspaceCount: 'Workspaces',
  ofPartner: 'The partner’s',
  ofPartnerText: 'This account is the partner’s. You can publish from it; the partner’s staff change it.',
  toWorkspaces: 'See workspaces',
  kind: { powerbi: 'Microsoft Power BI', local: 'Vitrine’s own service' },
  kindText: {
    powerbi: 'Reports published in Microsoft’s service.',
    local: 'Reports published in the service that ships with the portal.',
  },
  field: {
    subscription_id: 'Subscription ID',
    workspace_id: 'Workspace ID',
    resource_group: 'Resource group',
    feature_name: 'Capacity name',
    size: 'Capacity size',
    name: 'Name',
    kind: 'Service',
    id_directory: 'Directory (tenant) ID',
    id_app: 'Application (client) ID',
    id_object: 'Object ID of the service principal',
    secret: 'Client secret',
  },
  help: {
    subscription_id: 'In the Azure portal, under Subscriptions.',
    workspace_id: 'The workspace that is in the capacity.',
    resource_group: 'The group that the capacity is in.',
    feature_name: 'The name of the resource at Azure.',
    size: 'For example A1, EM2 or F8.',
    name: 'What people who publish reports call the account.',
    id_directory: 'It is in the overview of the app registration, in Microsoft Entra.',
    id_app: 'It stands beside the one above.',
    id_object: 'Helps to find the application when adding it to a workspace.',
    secret: 'The secret’s value, not its ID. It is kept encrypted and never shown again.',
    secretKept: 'A secret is kept. Leave empty to keep it; another application or service needs another secret.',
  },
  section: {
    capacity: 'Capacity at Azure',
    capacityText:
      'The license capacity that runs the reports. The portal uses it to show and start capacity resources.',
    what: 'The account',
    whatText: 'Where the reports come from.',
    keys: 'Credentials',
    keysText: 'The portal enters the service as an application, not as a person.',
    test: 'Test',
    testText: 'Walks from sign-in to the workspaces with what is filled in above. Nothing is saved.',
  },
  test: {
    action: 'Test connection',
    passed: 'The account works.',
    failed: 'The account does not work yet.',
    step: {
      authority: 'The sign-in server answers',
      token: 'Application and secret are accepted',
      api: 'The report service answers',
      permission: 'The service lets the application in',
      workspaces: 'The application reaches a workspace',
    },
    advice: {
      authority: 'It did not answer. Check the portal’s way out to the network and try again.',
      token: 'Check directory, application and secret: use the secret’s value, and see whether it has expired.',
      api: 'Sign-in worked, but the service refused the question. Try again; if it goes on, keep the code below.',
      permission:
        'The service’s administrator must allow service principals to use the APIs and include this application. In Power BI: admin portal, developer settings.',
      workspaces: 'In the service, open a workspace, choose manage access and add the application as a member.',
    },
    code: 'Code of the service: {{code}}',
  },
} satisfies Phrases<typeof ptBR>
