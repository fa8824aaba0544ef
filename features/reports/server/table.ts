import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  reports_name_key: { code: 'report.name_taken', field: 'name' },
}
