import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { readDaxSchema } from '../contract.ts'

const unknown: ReceivedOf<typeof readDaxSchema> = { columns: [], measures: [] }

/** The names that a query on a report may use, as far as its service lists them. People who may not ask a query get none. */
export function useDaxSchema(reportId: unknown) {
  const mayAsk = useCan('task.add')
  const report_id = typeof reportId === 'string' ? reportId : ''
  const { data } = useCallQuery(readDaxSchema, { report_id }, { enabled: mayAsk && report_id !== '', freshFor: 60_000 })
  return data ?? unknown
}
