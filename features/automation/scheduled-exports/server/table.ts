import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  scheduled_exports_report: 'report.missing',
  scheduled_exports_timezone_known: { code: 'settings.timezone_unknown', field: 'timezone' },
}
