import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  external_reports_name_key: { code: 'external_report.name_taken', field: 'name' },
}
