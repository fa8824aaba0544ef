import type { FastifyInstance } from 'fastify'
import type { SemanticModel } from '../model/model.ts'
import { captionsOf } from '../report/captions.ts'
import { namesOf } from '../report/report-columns.ts'
import type { Report } from './catalogue.ts'
import type { LocalReport } from './open-models.ts'
import { asCaller, listOf, reportOf, workspaceOf } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'

/** Visuals of an outline. Those of a page with more would be too small to be told apart. */
const MAX_OUTLINED = 40

export function reportRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get(
    '/groups/:groupId/reports',
    asCaller(context, (call) => {
      const { id } = workspaceOf(call)
      const inside = call.catalogue.reports.filter((report) => report.workspaceId === id)
      return listOf(
        context,
        inside.map((report) => wire(context, report)),
      )
    }),
  )

  app.get(
    '/groups/:groupId/reports/:reportId',
    asCaller(context, (call) => wire(context, reportOf(call))),
  )

  app.get(
    '/groups/:groupId/reports/:reportId/pages',
    asCaller(context, async (call) => {
      const { pages } = await context.models.reportOf(reportOf(call).id, null)
      return listOf(
        context,
        pages.map(({ name, displayName }, order) => ({ name, displayName, order })),
      )
    }),
  )

  // Extension of the local service: where the visuals of the first visible page stand, without data, names or titles.
  app.get(
    '/groups/:groupId/reports/:reportId/outline',
    asCaller(context, async (call) => {
      const { pages } = await context.models.reportOf(reportOf(call).id, null)
      const page = pages.find(({ isHidden }) => !isHidden) ?? pages[0]
      const visuals = page?.visuals.filter(({ isHidden }) => !isHidden).slice(0, MAX_OUTLINED) ?? []
      return {
        width: page?.width ?? 0,
        height: page?.height ?? 0,
        visuals: visuals.map(({ type, position: { x, y, width, height } }) => ({ type, x, y, width, height })),
      }
    }),
  )

  // Extension of the local service: the columns that a filter of the report may name. The report shows them, so they are no secret.
  app.get(
    '/groups/:groupId/reports/:reportId/columns',
    asCaller(context, async (call) => {
      const report = reportOf(call)
      const [languages, { model }] = await Promise.all([
        context.models.languagesOf(report.id),
        context.models.engineOf(report.datasetId),
      ])
      return listOf(context, columnsOf(languages, model))
    }),
  )
}

function columnsOf({ original, translated }: LocalReport, model: SemanticModel) {
  const captions = captionsOf(original, translated)
  return namesOf(original).all.flatMap(({ table, column }) => {
    const inModel = model.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
    if (!inModel) return []
    const { name, dataType } = inModel
    return [{ table, column: name, dataType, captions: captions({ kind: 'column', table, name }) }]
  })
}

function wire(context: ServiceContext, report: Report) {
  const query = new URLSearchParams({ reportId: report.id, groupId: report.workspaceId })
  return {
    id: report.id,
    name: report.name,
    datasetId: report.datasetId,
    reportType: 'PowerBIReport',
    embedUrl: `${context.publicUrl}/reportEmbed?${query.toString()}`,
  }
}
