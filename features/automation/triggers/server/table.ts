import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  triggers_timezone_known: { code: 'settings.timezone_unknown', field: 'timezone' },
}
