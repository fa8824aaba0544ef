import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  bills_due: { code: 'bill.due_before_issue', field: 'date_due' },
}
