import type { AccountCalls } from './account-calls.ts'
import { answers } from './answers.ts'
import type { QueryAnswer } from './answers.ts'
import { errorIn, queryFailureOf } from './failures.ts'
import { inGroup } from './group-path.ts'
import { PowerBiError } from './power-bi-error.ts'

export type EffectiveIdentity = { username: string; roles: string[]; customData: string | null }

export type QueryRequest = {
  workspaceId: string
  datasetId: string
  /** One DAX query that returns one table. */
  dax: string
  impersonatedUserName: string | null
  /** Local service only. Microsoft's service refuses such queries from a service principal if the data set has row-level security. */
  effectiveIdentity: EffectiveIdentity | null
}

/** Column names as the service writes them: `Sales[Year]`, or `[Total]` for a computed column. */
export type QueryRow = Record<string, unknown>

/**
 * Runs one DAX query. Throws the error `query` also if a 200 answer holds an error, for example when rows were cut off at
 * a limit: numbers from incomplete rows would be wrong.
 */
export async function executeQueries(
  calls: AccountCalls,
  extensions: boolean,
  request: QueryRequest,
): Promise<QueryRow[]> {
  if (request.effectiveIdentity !== null && !extensions) {
    throw new PowerBiError('unsupported', 'executeQueries', { reason: 'EffectiveIdentity' })
  }
  const answer = await calls.call({
    name: 'executeQueries',
    method: 'POST',
    path: inGroup(request.workspaceId, 'datasets', request.datasetId, 'executeQueries'),
    body: {
      queries: [{ query: request.dax }],
      serializerSettings: { includeNulls: true },
      ...(request.impersonatedUserName === null ? {} : { impersonatedUserName: request.impersonatedUserName }),
      ...(request.effectiveIdentity === null ? {} : { effectiveIdentity: request.effectiveIdentity }),
    },
    answer: answers.query,
    failure: ({ status, text }) => (status === 400 ? queryFailureOf(status, errorIn(text)) : null),
    repeatable: true,
    heavy: true,
  })
  return rowsOf(answer)
}

function rowsOf(answer: QueryAnswer): QueryRow[] {
  const result = answer.results[0]
  const table = result?.tables[0]
  const error = answer.error ?? result?.error ?? table?.error ?? null
  if (error !== null) throw queryFailureOf(200, error)
  if (table === undefined) throw new PowerBiError('malformed', 'executeQueries', { status: 200 })
  return table.rows
}
