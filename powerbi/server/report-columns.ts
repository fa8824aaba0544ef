import type { AccountCalls } from './account-calls.ts'
import { answers, type Captions } from './answers.ts'
import { executeQueries } from './execute-queries.ts'
import { inGroup } from './group-path.ts'

/** A column of a data model. A `number` compares as a number, everything else as text. */
export type ModelColumn = { table: string; column: string; kind: 'text' | 'number'; captions: Captions }

export type ColumnsRequest = { workspaceId: string; reportId: string; datasetId: string }

/**
 * The columns that a filter of a report may name. The local service answers those that the report shows. Microsoft's service answers
 * the statistics of the whole data model, and refuses that for a data model with row-level security.
 */
export async function reportColumns(
  calls: AccountCalls,
  extensions: boolean,
  { workspaceId, reportId, datasetId }: ColumnsRequest,
): Promise<ModelColumn[]> {
  if (extensions) {
    const path = inGroup(workspaceId, 'reports', reportId, 'columns')
    const found = await calls.call({ method: 'GET', repeatable: true, name: 'columns', path, answer: answers.columns })
    return found.map(({ dataType, ...column }) => ({ ...column, kind: kindOf(dataType) }))
  }
  const rows = await executeQueries(calls, extensions, {
    workspaceId,
    datasetId,
    dax: 'EVALUATE COLUMNSTATISTICS()',
    impersonatedUserName: null,
    effectiveIdentity: null,
  })
  return rows.flatMap((row) => {
    const [table, column] = [row['[Table Name]'], row['[Column Name]']]
    // Every table has a hidden column for its row numbers.
    if (typeof table !== 'string' || typeof column !== 'string' || column.startsWith('RowNumber-')) return []
    return [{ table, column, kind: typeof row['[Min]'] === 'number' ? 'number' : 'text', captions: [] }]
  })
}

const kindOf = (dataType: string | null): ModelColumn['kind'] =>
  dataType !== null && ['int64', 'double', 'decimal'].includes(dataType) ? 'number' : 'text'
