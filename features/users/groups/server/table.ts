import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  user_groups_name_key: { code: 'user_group.name_taken', field: 'name' },
}
