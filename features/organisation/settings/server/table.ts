import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  // Node may know a newer time zone that PostgreSQL does not know yet.
  settings_timezone_known: { code: 'settings.timezone_unknown', field: 'timezone' },
}
