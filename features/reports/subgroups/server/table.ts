import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const subgroupConstraints: ConstraintCodes = {
  report_subgroups_name_key: { code: 'report_subgroup.name_taken', field: 'name' },
}
