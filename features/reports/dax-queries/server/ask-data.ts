// Runs one DAX query on the data set of a report. Next: commands.ts (who may), query-cache.ts (many who ask the same).
import { createHash } from 'node:crypto'
import { Failure } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { AccountKey, Embedding } from '#features/sources/accounts/server/commands.ts'
import { PowerBiError, type QueryRow } from '#powerbi/server/power-bi.ts'
import type { Identity } from '#features/reports/access/server/queries.ts'
import type { QueryProblem } from '#features/reports/library/contract.ts'

/** The service, account and identity with which the data set of a report is queried for a person. */
export type ReportData = {
  workspace: AccountKey & { service_id: string }
  datasetId: string
  identity: Identity | null
  isAsleep: boolean
}

/** The key of an identity: two people with the same key have the same rows. */
export const identityKeyOf = (identity: Identity | null): string =>
  identity === null
    ? 'none'
    : createHash('sha256')
        .update(JSON.stringify([identity.username, identity.roles.toSorted(), identity.customData]))
        .digest('base64url')

/** The answer of a query. `detail`: the service's message about a faulty query. */
export type DataAnswer = { rows: QueryRow[]; query_ms: number } | { problem: QueryProblem; detail: string | null }

/** Runs one DAX query. A problem is returned, not thrown. */
export async function askData(embedding: Embedding, data: ReportData, dax: string, clock: Clock): Promise<DataAnswer> {
  if (data.isAsleep) return { problem: 'asleep', detail: null }
  const { workspace, datasetId, identity } = data
  const begun = clock.now().getTime()
  try {
    const rows = await embedding.clientOf(workspace).executeQueries({
      workspaceId: workspace.service_id,
      datasetId,
      dax,
      impersonatedUserName: null,
      effectiveIdentity: identity,
    })
    return { rows: rows.map(storable), query_ms: Math.max(0, clock.now().getTime() - begun) }
  } catch (error) {
    // The stored secret cannot be opened, or the portal runs without the service.
    if (error instanceof Failure) return { problem: 'account', detail: null }
    if (error instanceof PowerBiError) return { problem: problemOf(error), detail: error.explanation }
    throw error
  }
}

/** Replaces what PostgreSQL cannot store: NUL, and half of a surrogate pair. */
const storable = (row: QueryRow): QueryRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      typeof cell === 'string' ? cell.replaceAll('\0', '').toWellFormed() : cell,
    ]),
  )

function problemOf({ code, reason }: PowerBiError): QueryProblem {
  switch (code) {
    case 'query':
      return /RowLimit|SizeLimit/i.test(reason ?? '') ? 'too_many_rows' : 'query'
    case 'too_large':
      return 'too_many_rows'
    case 'unsupported':
      return 'row_security'
    case 'credentials':
    case 'unauthorized':
      return 'account'
    case 'forbidden':
    case 'not_found':
      return 'refused'
    case 'throttled':
    case 'unavailable':
    case 'timeout':
      return 'busy'
    case 'network':
    case 'malformed':
      return 'unreachable'
    default:
      return 'failed'
  }
}
