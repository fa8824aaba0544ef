import type { ReceivedOf } from '#platform/contract/call.ts'
import type { openReport } from '#features/reports/view/contract.ts'

/** The answer of the call that opens a report. */
export type Opened = ReceivedOf<typeof openReport>

/** A page of the report, by its name at the service and as people see it. */
export type ReportPage = { name: string; displayName: string }
