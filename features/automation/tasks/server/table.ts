import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  tasks_report: 'report.missing',
  tasks_workspace: 'call.not_found',
}
