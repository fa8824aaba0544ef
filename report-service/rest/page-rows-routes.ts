// Extensions of the local service for the portal's assistant: the measures that a report shows, and the rows that the visuals of a page
// show to one identity. A reader cannot ask for more than their page shows: filters may name only what the report shows.
// Next: ../report/answer-visual.ts, viewer-routes.ts (the same rows for the viewer).
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { DaxError } from '../dax/errors.ts'
import { answerVisual, type Asking } from '../report/answer-visual.ts'
import type { Page, ReportDefinition, ReportFilter, Visual } from '../report/definition.ts'
import { captionsOf } from '../report/captions.ts'
import { onlyPages } from '../report/only-pages.ts'
import { QueryRefusal } from '../report/query-refusal.ts'
import { namesOf } from '../report/report-columns.ts'
import { principalKey } from './catalogue.ts'
import { abortedWhenGone, checkedIdentity, effectiveIdentity } from './execute-queries.ts'
import { badRequest, notFound, parsed, Refusal } from './refusal.ts'
import { asCaller, listOf, reportOf, type Call, type ServiceContext } from './service-context.ts'
import { isTooLong, questionFilters } from './viewer-questions.ts'

/** Visuals of one page that are asked. A page with more has its first ones, in the order of the tabulator. */
const MAX_VISUALS = 20

const pageQuestion = z.object({
  page: z.string().max(400),
  /** Names of the pages that the reader may open; null: all. */
  pages: z.array(z.string().max(400)).max(1_000).nullable().default(null),
  effectiveIdentity,
  /** All filters of the report and of slicers that apply now; absent: those of the report file. */
  filters: questionFilters.exactOptional(),
  /** Filters of the host, always added. */
  hostFilters: questionFilters.default([]),
  maxRows: z.int().min(1).max(1_000),
})
type PageQuestion = z.output<typeof pageQuestion>

export function pageRowsRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get(
    '/groups/:groupId/reports/:reportId/measures',
    asCaller(context, async (call) => {
      const report = reportOf(call)
      const [{ original, translated }, { model }] = await Promise.all([
        context.models.languagesOf(report.id),
        context.models.engineOf(report.datasetId),
      ])
      const captions = captionsOf(original, translated)
      const named = namesOf(original).all.flatMap(({ table, measure }) => {
        const found = model.tables.find(({ name }) => name === table)?.measures.find(({ name }) => name === measure)
        if (!found) return []
        const { name, description } = found
        return [{ table, name, description, captions: captions({ kind: 'measure', table, name }) }]
      })
      return listOf(context, named)
    }),
  )

  app.post(
    '/groups/:groupId/reports/:reportId/pageRows',
    asCaller(context, (call) => pageRows(context, call)),
  )
}

async function pageRows(context: ServiceContext, call: Call): Promise<unknown> {
  const found = reportOf(call)
  const { body } = call.request
  if (isTooLong(body)) throw badRequest('The question has too many filters or values.')
  const question = parsed(pageQuestion, body)
  const dataset = call.catalogue.datasets.find(({ id }) => id === found.datasetId)
  if (!dataset) throw notFound('The data set')
  const identity = checkedIdentity(dataset, question.effectiveIdentity ?? null)
  const report = onlyPages(await context.models.reportOf(found.id, null), question.pages)
  const page = report.pages.find(({ name }) => name === question.page)
  if (!page) throw notFound('The page')
  const names = namesOf(report, columnsIn(question.hostFilters))
  if (![...(question.filters ?? []), ...question.hostFilters].every(names.hasAllOf))
    throw new Refusal(400, 'UnknownField', 'A filter names what the report does not show.')
  const engine = await context.models.engineOf(found.datasetId)
  const caller = JSON.stringify([principalKey(call.caller.principal), found.datasetId, identity?.username ?? null])
  const asking: Asking = { identity, caller, signal: abortedWhenGone(call.reply.raw), now: context.now() }
  const visibleVisuals = page.visuals
    .filter((visual) => !visual.isHidden && !isSlicer(visual) && Object.keys(visual.wells).length > 0)
    .toSorted((one, other) => one.position.tabOrder - other.position.tabOrder)
    .slice(0, MAX_VISUALS)
  const visuals = []
  for (const visual of visibleVisuals) {
    const filters = filtersOn(report, page, visual, question)
    // One after the other: the answer of an assistant may wait, the visuals of readers may not.
    const rows = await rowsOf(() => answerVisual(engine, visual, { filters, limit: question.maxRows }, asking))
    if (rows !== null) visuals.push({ name: visual.name, title: visual.title, type: visual.type, ...rows })
  }
  return { page: page.displayName, visuals }
}

type Answer = Awaited<ReturnType<typeof answerVisual>>

/** The rows of a visual; null: it shows none, because it has no data or its query is refused. */
async function rowsOf(ask: () => Promise<Answer>) {
  try {
    const { columns, rows, truncated } = await ask()
    if (columns.length === 0) return null
    return { columns: columns.map(({ displayName }) => displayName), rows, truncated }
  } catch (error) {
    if (error instanceof DaxError && error.code === 'identity') throw new Refusal(403, 'InvalidIdentity', error.message)
    if (error instanceof DaxError || error instanceof QueryRefusal) return null
    throw error
  }
}

const isSlicer = (visual: Visual): boolean => /slicer/i.test(visual.type)

const columnsIn = (filters: readonly ReportFilter[]) =>
  filters.flatMap(({ target }) => (Array.isArray(target) ? target : [target]))

/** The filters that apply to a visual: of the report and its slicers, the page, the visual, and the host. */
function filtersOn(report: ReportDefinition, page: Page, visual: Visual, question: PageQuestion): ReportFilter[] {
  const reaches = (source: Visual) =>
    source.name !== visual.name &&
    !page.interactions.some(
      (rule) => rule.source === source.name && rule.target === visual.name && rule.type === 'NoFilter',
    )
  const saved = page.visuals.filter(reaches).flatMap(({ selection }) => selection ?? [])
  const present = question.filters ?? [...report.filters, ...saved]
  return [...present, ...page.filters, ...visual.filters, ...question.hostFilters].filter(restricts)
}

/** A basic filter without values restricts nothing: nobody has chosen one yet. */
const restricts = (filter: ReportFilter): boolean =>
  !(filter.filterType === 1 && (filter.operator === 'All' || filter.values.length === 0))
