import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  shifts_name_key: { code: 'shift.name_taken', field: 'name' },
}
