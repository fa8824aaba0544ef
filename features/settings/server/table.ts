import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  // A zone of a newer list than the database's.
  settings_timezone_known: { code: 'settings.timezone_unknown', field: 'timezone' },
}
