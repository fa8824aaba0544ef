import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  faq_entries_name_key: { code: 'faq_entry.name_taken', field: 'question' },
}
