import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  report_saved_views_name_key: 'saved_view.taken',
  report_saved_views_report: 'report.missing',
}
