import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  user_terms_name_key: { code: 'user_term.name_taken', field: 'title' },
}
