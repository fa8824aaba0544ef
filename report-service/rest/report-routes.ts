import type { FastifyInstance } from 'fastify'
import type { Report } from './catalogue.ts'
import { asCaller, listOf, reportOf, workspaceOf } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'

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
      const { pages } = await context.models.reportOf(reportOf(call).id)
      return listOf(
        context,
        pages.map(({ name, displayName }, order) => ({ name, displayName, order })),
      )
    }),
  )
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
