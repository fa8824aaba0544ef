import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  management_reports_name_key: { code: 'management_report.name_taken', field: 'title' },
  management_reports_embedded: { code: 'call.invalid', field: 'embedded' },
}
