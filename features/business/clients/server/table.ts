import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  clients_customer_code_key: { code: 'client.code_taken', field: 'customer_code' },
  clients_cnpj_cpf_key: { code: 'client.tax_id_taken', field: 'cnpj_cpf' },
  clients_timezone_known: { code: 'settings.timezone_unknown', field: 'timezone' },
  tenants_client: 'client.has_units',
}
