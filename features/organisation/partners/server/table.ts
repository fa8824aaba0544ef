import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  partners_subdomain_key: { code: 'tenant.subdomain_taken', field: 'subdomain' },
  clients_partner: 'partner.has_clients',
}
