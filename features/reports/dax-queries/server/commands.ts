// Queries the data set of a report for a person. The report service gets the identity that the person has when they open the report.
import type { RawBuilder } from 'kysely'
import { Failure } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { AccountKey, Embedding } from '#features/sources/accounts/server/commands.ts'
import { PowerBiError, type QueryRow } from '#powerbi/server/power-bi.ts'
import { type Identity, resolveIdentity } from '#features/reports/access/server/queries.ts'
import type { QueryProblem } from '#features/reports/library/contract.ts'
import * as store from './store.ts'

export { errorPosition } from './error-position.ts'

/** The service, account and identity with which the data set of a report is queried for a person. */
export type ReportData = {
  workspace: AccountKey & { service_id: string }
  datasetId: string
  identity: Identity | null
  isAsleep: boolean
}

/** Reads how a person may query the data of a report now. `missing`: they may not open the report, or it was removed. */
export async function dataOf(
  db: Database,
  reportId: string,
  person: { id: string; profile: string; email: string },
): Promise<ReportData | { refusal: 'missing' | 'identity' }> {
  const found = await store.findData(db, reportId, person)
  if (!found) return { refusal: 'missing' }
  const { service_dataset_id: datasetId, row_security, ignore_row_security, ignore_role, ...rest } = found
  const { grants, is_asleep: isAsleep, ...workspace } = rest
  const resolved = resolveIdentity({ row_security, ignore_row_security, ignore_role }, grants, person.email)
  if ('refusal' in resolved) return { refusal: 'identity' }
  return { workspace, datasetId, identity: resolved.identity, isAsleep }
}

/**
 * Why a person may not have data of a report. `blocked`: they may not work in the business unit now; `no_right`: they may not open the
 * report; `identity`: its row-level security gives them no identity; `filters`: they see it only with the filters of the publisher, which
 * a query cannot have.
 */
export type ReaderRefusal = 'blocked' | 'no_right' | 'identity' | 'filters'

export type Reader = { user_id: string } & ({ refusal: ReaderRefusal } | { identity: Identity | null })

/**
 * Reads with which identity each of some members of the business unit may query the data of a report now, as the view of the report
 * decides it. `among`: a query of their ids.
 */
export async function readersOf(
  db: Database,
  reportId: string,
  among: RawBuilder<{ user_id: string }>,
): Promise<Reader[]> {
  return (await store.findReaders(db, reportId, among)).map(readerOf)
}

function readerOf({ user_id, email, works, opens, grants, has_filters, ...report }: store.ReaderRow): Reader {
  if (!works) return { user_id, refusal: 'blocked' }
  if (!opens) return { user_id, refusal: 'no_right' }
  const resolved = resolveIdentity(report, grants, email)
  if ('refusal' in resolved) return { user_id, refusal: 'identity' }
  const seesAll = !has_filters || grants.some(({ without_filters }) => without_filters)
  return seesAll ? { user_id, identity: resolved.identity } : { user_id, refusal: 'filters' }
}

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
