import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  capacities_account_key: { code: 'capacity.account_taken', field: 'account_id' },
  capacities_timezone_known: { code: 'settings.timezone_unknown', field: 'timezone' },
}
