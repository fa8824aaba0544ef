import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  access_requests_waiting_key: 'access_request.waiting',
  access_requests_report: 'report.missing',
}
