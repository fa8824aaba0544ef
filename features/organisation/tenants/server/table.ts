import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  tenants_subdomain_key: { code: 'tenant.subdomain_taken', field: 'subdomain' },
  // routes.ts takes an advisory lock first. If the constraint fails in spite of it, the client should try again.
  tenants_default_for_sso_key: 'call.unavailable',
  tenants_default_for_registration_key: 'call.unavailable',
}
