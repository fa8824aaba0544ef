import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  // Only the removal of an account can violate this foreign key: adding a workspace has found the account before.
  workspaces_account: 'embedding_account.in_use',
  // An embedded management report has found its account as well.
  management_reports_account: 'embedding_account.published_from',
  workspaces_service_key: 'workspace.taken',
}
