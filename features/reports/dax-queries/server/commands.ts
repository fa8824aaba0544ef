// Queries the data set of a report for a person. The report service gets the identity that the person has when they open the report.
import type { RawBuilder } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { type Identity, resolveIdentity } from '#features/reports/access/server/queries.ts'
import type { ReportData } from './ask-data.ts'
import * as store from './store.ts'

export { askData, type DataAnswer, identityKeyOf, type ReportData } from './ask-data.ts'
export { errorPosition } from './error-position.ts'
export { createQueryCache } from './query-cache.ts'

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
 * Reads how a data set of a workspace is queried without a report: as the account itself. A data set with roles refuses this at its service.
 * `missing`: the workspace was removed. Who may do that is the caller's to decide.
 */
export async function dataOfDataset(
  db: Database,
  workspaceId: string,
  datasetId: string,
): Promise<ReportData | { refusal: 'missing' }> {
  const found = await store.findWorkspaceData(db, workspaceId)
  if (!found) return { refusal: 'missing' }
  const { is_asleep: isAsleep, ...workspace } = found
  return { workspace, datasetId, identity: null, isAsleep }
}

/** Reads which of some members of the business unit may work in it now. All of them see the same rows of a data set without a report. */
export async function workersAmong(db: Database, among: RawBuilder<{ user_id: string }>): Promise<Reader[]> {
  const found = await store.findWorkers(db, among)
  return found.map(({ user_id, works }) => (works ? { user_id, identity: null } : { user_id, refusal: 'blocked' }))
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
