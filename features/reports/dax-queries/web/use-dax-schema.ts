import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { readDaxSchema } from '../contract.ts'

export type DaxNames = ReceivedOf<typeof readDaxSchema>

const unknown: DaxNames = { columns: [], measures: [], refusal: null }

type DaxSource = { report_id: string | null; workspace_id: string | null; service_dataset_id: string | null }

/**
 * The names that a query on a report or a data set may use, as far as its service lists them. `source`: null, none is chosen. People who may
 * not ask a query get no names.
 */
export function useDaxSchema(source: DaxSource | null) {
  const mayAsk = useCan('task.add')
  const enabled = mayAsk && source !== null
  const input = source ?? { report_id: null, workspace_id: null, service_dataset_id: null }
  const { data, isPending } = useCallQuery(readDaxSchema, input, { enabled, freshFor: 60_000 })
  return { schema: data ?? unknown, isLoading: enabled && isPending }
}
