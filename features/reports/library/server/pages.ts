// Reads the pages of a report and the columns of its data set from the report service. No database connection is held during a call to the
// service.
import { modelNames } from '#catalogue/limits.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'
import { findWorkspace } from '#features/sources/accounts/server/queries.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { areFilterFields } from '#features/organisation/custom-fields/server/queries.ts'
import type { listColumns, ReportFilter } from '../contract.ts'
import * as store from './store.ts'

/** The columns for a filter; none if the service does not list them. */
export async function columnsOf(
  { transaction }: OutsideContext,
  { workspace_id, service_report_id }: InputOf<typeof listColumns>,
  embedding: Embedding,
) {
  const workspace = await transaction((context) => mustFindWorkspace(context.db, workspace_id))
  try {
    return await embedding.ask(workspace, async (service) => {
      const report = await service.report(workspace.service_id, service_report_id)
      if (report.datasetId === null) return []
      const request = { workspaceId: workspace.service_id, reportId: report.id, datasetId: report.datasetId }
      return service.columns(request)
    })
  } catch (error) {
    // If the service does not list the columns, the publisher types their names.
    if (error instanceof Failure) return []
    throw error
  }
}

/**
 * Reads the columns and measures that the service lists for a published report; none if it lists none. Caches them, because the question
 * is expensive for the service. The caller has checked that the person may have them.
 */
export function createReportSchemas(embedding: Embedding) {
  let now = 0
  const schemas = sharedAnswers<Schema & { until: number }>(({ until }) => now < until)
  return async (context: OutsideContext, reportId: string): Promise<Schema> => {
    const source = (await context.transaction(({ db }) => store.findSource(db, reportId))) ?? fail('call.not_found')
    now = context.clock.now().getTime()
    return schemas.get(`${source.workspace_id} ${source.service_report_id}`, async () => {
      const schema = await schemaOfSource(context, embedding, source)
      // The service may list none because it failed, so that the next caller asks again.
      const isEmpty = schema.columns.length === 0 && schema.measures.length === 0
      return { ...schema, until: isEmpty ? 0 : now + modelNames.keptMs }
    })
  }
}

/** The reports of a data set whose columns and measures are its names: the local service lists those that a report shows. */
const reportsOfSchema = 5

/**
 * Reads the columns and measures of a data set of a workspace; none if the service lists none. Caches them. The caller has checked that the
 * person may ask what the account reaches.
 */
export function createDatasetSchemas(embedding: Embedding) {
  let now = 0
  const schemas = sharedAnswers<Schema & { until: number }>(({ until }) => now < until)
  return async (context: OutsideContext, workspaceId: string, datasetId: string): Promise<Schema> => {
    const workspace = await context.transaction(({ db }) => mustFindWorkspace(db, workspaceId))
    now = context.clock.now().getTime()
    return schemas.get(`${workspace.id} ${datasetId}`, async () => {
      const found = await schemaOfDataset(embedding, workspace, datasetId)
      const isEmpty = found.columns.length === 0 && found.measures.length === 0
      return { ...found, until: isEmpty ? 0 : now + modelNames.keptMs }
    })
  }
}

async function schemaOfDataset(
  embedding: Embedding,
  workspace: Awaited<ReturnType<typeof mustFindWorkspace>>,
  datasetId: string,
): Promise<Schema> {
  try {
    return await embedding.ask(workspace, async (service) => {
      const own = (await service.reports(workspace.service_id)).filter((report) => report.datasetId === datasetId)
      const requests = own
        .slice(0, workspace.kind === 'local' ? reportsOfSchema : 1)
        .map(({ id }) => ({ workspaceId: workspace.service_id, reportId: id, datasetId }))
      // Microsoft's service is asked for the data set itself, so that it needs no report.
      if (requests.length === 0 && workspace.kind !== 'local')
        requests.push({ workspaceId: workspace.service_id, reportId: '', datasetId })
      const columns = await Promise.all(requests.map((request) => service.columns(request)))
      const measures = await Promise.all(requests.map((request) => service.measures(request)))
      return {
        columns: distinctBy(columns.flat(), ({ table, column }) => `${table}\0${column}`),
        measures: distinctBy(measures.flat(), ({ name }) => name),
      }
    })
  } catch (error) {
    if (error instanceof Failure) return { columns: [], measures: [] }
    throw error
  }
}

const distinctBy = <T>(found: readonly T[], keyOf: (each: T) => string): T[] => [
  ...new Map(found.map((each) => [keyOf(each), each])).values(),
]

type Schema = Awaited<ReturnType<typeof schemaOfSource>>

async function schemaOfSource(context: OutsideContext, embedding: Embedding, source: InputOf<typeof listColumns>) {
  const workspace = await context.transaction(({ db }) => mustFindWorkspace(db, source.workspace_id))
  const columns = await columnsOf(context, source, embedding)
  const request = { workspaceId: workspace.service_id, reportId: source.service_report_id, datasetId: '' }
  const measures = await embedding
    .ask(workspace, (service) => service.measures(request))
    .catch((error: unknown) => {
      if (error instanceof Failure) return []
      throw error
    })
  return { columns, measures }
}

/** Fails when a filter names a column that the service does not list for the report. A service that lists none is not asked further. */
export async function mustKnowColumns(
  context: OutsideContext,
  embedding: Embedding,
  source: InputOf<typeof listColumns>,
  filters: readonly { table: string; column: string }[] | undefined,
): Promise<void> {
  if (!filters || filters.length === 0) return
  const columns = await columnsOf(context, source, embedding)
  const unknown = filters.find((filter) => !columns.some((each) => isSame(each, filter)))
  if (columns.length === 0 || unknown === undefined) return
  fail('report.column_unknown', {
    fields: { filters: 'report.column_unknown' },
    values: { column: `${unknown.table}[${unknown.column}]` },
  })
}

const isSame = (one: { table: string; column: string }, other: { table: string; column: string }): boolean =>
  one.table === other.table && one.column === other.column

/** Reads the pages of a report from its service. */
export async function pagesOf({ transaction }: OutsideContext, embedding: Embedding, reportId: string) {
  const { workspace, serviceId } = await transaction(async ({ db }) => {
    const source = (await store.findSource(db, reportId)) ?? fail('call.not_found')
    const found = await mustFindWorkspace(db, source.workspace_id)
    return { workspace: found, serviceId: source.service_report_id }
  })
  const pages = await embedding.ask(workspace, (service) => service.pages(workspace.service_id, serviceId))
  return pages.map(({ name, displayName }) => ({ name, display_name: displayName ?? name }))
}

/** The columns of a published report, for a filter; none if the service does not list them. */
export async function columnsOfReport(context: OutsideContext, embedding: Embedding, reportId: string) {
  const source = await context.transaction(({ db }) => store.findSource(db, reportId))
  return columnsOf(context, source ?? fail('call.not_found'), embedding)
}

/** The cache of pages: concurrent requests to services, milliseconds for which an answer is cached, and maximum answers. */
const known = { atOnce: 4, keptMs: 60_000, max: 1_000 } as const

type Pages = Awaited<ReturnType<typeof pagesOf>>

/**
 * Reads the pages of several reports by id, and caches them. A report whose service does not answer has none. The caller has checked that
 * the pages may be read.
 */
export function createKnownPages(embedding: Embedding) {
  const cachedPages = new Map<string, { pages: Pages; until: number }>()
  return async (context: OutsideContext, reportIds: readonly string[]): Promise<Map<string, Pages>> => {
    const found = new Map<string, Pages>()
    const now = context.clock.now().getTime()
    const left = reportIds.filter((id) => {
      const answer = cachedPages.get(id)
      if (answer === undefined || answer.until < now) return true
      found.set(id, answer.pages)
      return false
    })
    const readNext = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        try {
          const pages = await pagesOf(context, embedding, id)
          found.set(id, pages)
          if (cachedPages.size >= known.max) cachedPages.clear()
          cachedPages.set(id, { pages, until: now + known.keptMs })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
        }
      }
    }
    await Promise.all(Array.from({ length: known.atOnce }, readNext))
    return found
  }
}

const mustFindWorkspace = async (db: Database, id: string) => (await findWorkspace(db, id)) ?? fail('call.not_found')

/** Fails when a filter takes its values from a custom field that may not filter a report, or that is another business unit's. */
export async function mustKnowFields(db: Database, filters: readonly ReportFilter[] | undefined): Promise<void> {
  if (
    !(await areFilterFields(
      db,
      (filters ?? []).flatMap(({ field }) => field ?? []),
    ))
  )
    fail('call.not_found')
}
