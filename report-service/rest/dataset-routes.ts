import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Dataset, Refresh } from './catalogue.ts'
import { orFailed, startRefresh } from './refresh-dataset.ts'
import { notFound, parsed } from './refusal.ts'
import { asCaller, datasetOf, listOf, workspaceOf } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'

const history = z.object({ $top: z.coerce.number().int().min(1).max(60).default(60) })

export function datasetRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get(
    '/groups/:groupId/datasets',
    asCaller(context, (call) => {
      const { id } = workspaceOf(call)
      const inside = call.catalogue.datasets.filter((dataset) => dataset.workspaceId === id)
      return listOf(context, inside.map(wire))
    }),
  )

  // The local service has no dashboards, so the list is empty.
  app.get(
    '/groups/:groupId/dashboards',
    asCaller(context, (call) => {
      workspaceOf(call)
      return listOf(context, [])
    }),
  )
  app.get(
    '/groups/:groupId/dashboards/:dashboardId/tiles',
    asCaller(context, () => {
      throw notFound('The dashboard')
    }),
  )

  app.get(
    '/groups/:groupId/datasets/:datasetId',
    asCaller(context, (call) => wire(datasetOf(call))),
  )

  // Extension of the local service: the names of the roles that an identity may have.
  app.get(
    '/groups/:groupId/datasets/:datasetId/roles',
    asCaller(context, (call) =>
      listOf(
        context,
        datasetOf(call).roles.map((name) => ({ name })),
      ),
    ),
  )

  // Extension of the local service: what each role filters, a row for each table. A role without a row filters nothing.
  app.get(
    '/groups/:groupId/datasets/:datasetId/roleFilters',
    asCaller(context, async (call) => {
      const { model } = await context.models.engineOf(datasetOf(call).id)
      const filters = model.roles.flatMap(({ name, tablePermissions }) =>
        tablePermissions.map(({ table, filter }) => ({ role: name, table, filter })),
      )
      return listOf(context, filters)
    }),
  )

  app.get(
    '/groups/:groupId/datasets/:datasetId/refreshes',
    asCaller(context, (call) => {
      const { $top } = parsed(history, call.request.query)
      return listOf(context, datasetOf(call).refreshes.slice(0, $top).map(orFailed).map(wireRefresh))
    }),
  )

  app.post(
    '/groups/:groupId/datasets/:datasetId/refreshes',
    asCaller(context, async (call) => {
      const failed = (datasetId: string, error: unknown) =>
        call.request.log.error({ datasetId, err: error }, 'refresh failed')
      const { requestId } = await startRefresh({ ...context, failed }, datasetOf(call).id)
      return call.reply.code(202).header('x-ms-request-id', requestId).send()
    }),
  )
}

function wire(dataset: Dataset) {
  const isSecured = dataset.roles.length > 0
  return {
    id: dataset.id,
    name: dataset.name,
    IsRefreshable: true,
    IsEffectiveIdentityRequired: isSecured,
    IsEffectiveIdentityRolesRequired: isSecured,
    IsOnPremGatewayRequired: false,
    targetStorageMode: 'Abf',
    CreatedDate: dataset.createdAt,
  }
}

function wireRefresh(refresh: Refresh) {
  return {
    requestId: refresh.requestId,
    refreshType: 'ViaApi',
    status: refresh.status,
    startTime: refresh.startedAt,
    ...(refresh.endedAt === null ? {} : { endTime: refresh.endedAt }),
    ...(refresh.failure === null ? {} : { serviceExceptionJson: JSON.stringify({ errorCode: refresh.failure }) }),
  }
}
