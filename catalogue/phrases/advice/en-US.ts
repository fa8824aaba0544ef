import type { AdvisedCode } from '../../errors.ts'

export default {
  'embedding_account.credentials_refused': 'Check them under Accounts.',
  'embedding_account.refused': 'In Accounts, “Test connection” tells why.',
  'embedding_account.without_workspaces': 'Add it to one in the report service.',
  'capacity.incomplete': 'Fill in the subscription, resource group, name and size.',
  'capacity.forbidden': 'Give it the Contributor role on the resource at Azure.',
  'capacity.missing': 'Check the subscription, resource group and name on the account.',
  'capacity.refused': 'Look in the Azure portal for what happened.',
  others: 'Tell your administrator.',
} satisfies Record<AdvisedCode | 'others', string>
