import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  scim_connections_tenant_key: 'scim.connected_already',
  memberships_scim_external_key: 'scim.value_taken',
  user_groups_scim_external_key: 'scim.value_taken',
}
