import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const reportConstraints: ConstraintCodes = {
  reports_name_key: { code: 'report.name_taken', field: 'name' },
}
