import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  report_groups_name_key: { code: 'report_group.name_taken', field: 'name' },
}
