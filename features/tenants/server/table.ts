import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const tenantConstraints: ConstraintCodes = {
  tenants_name_key: { code: 'tenant.name_taken', field: 'name' },
  tenants_subdomain_key: { code: 'tenant.subdomain_taken', field: 'subdomain' },
  tenants_domain_key: { code: 'tenant.domain_taken', field: 'domain' },
}
