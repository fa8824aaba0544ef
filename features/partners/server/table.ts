import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  partners_name_key: { code: 'partner.name_taken', field: 'name' },
  partners_subdomain_key: { code: 'tenant.subdomain_taken', field: 'subdomain' },
  partners_domain_key: { code: 'tenant.domain_taken', field: 'domain' },
}
