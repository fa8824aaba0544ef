import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  report_subgroups_group: 'group.missing',
  report_subgroups_name_key: { code: 'report_subgroup.name_taken', field: 'name' },
}
