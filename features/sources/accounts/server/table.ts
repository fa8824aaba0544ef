import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  // Only the removal of an account can violate this foreign key: adding a workspace has found the account before.
  workspaces_account: 'embedding_account.in_use',
  workspaces_service_key: 'workspace.taken',
}
