import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  tags_name_key: { code: 'tag.name_taken', field: 'name' },
}
