import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  domains_host_key: { code: 'domain.own_taken', field: 'name' },
  domains_verified_key: { code: 'tenant.domain_taken', field: 'name' },
}
