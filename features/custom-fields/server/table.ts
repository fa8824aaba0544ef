import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  custom_fields_name_key: { code: 'custom_field.name_taken', field: 'name' },
}
