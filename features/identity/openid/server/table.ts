import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  openid_providers_name_key: { code: 'openid.name_taken', field: 'name' },
  openid_providers_client_key: { code: 'openid.client_taken', field: 'client_id' },
}
