import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  changelog_entries_name_key: { code: 'changelog_entry.name_taken', field: 'title' },
}
