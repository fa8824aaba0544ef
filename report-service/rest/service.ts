// The report service over HTTP: the part of Power BI's REST API that the portal needs, the viewer page, and the viewer's API.
// As in Power BI it has workspaces, data sets, identities and roles. It knows nothing about tenants or the portal.
// Next: catalogue.ts (its data), generate-token.ts (access decisions), publish-project.ts, viewer-routes.ts.
import { mkdir } from 'node:fs/promises'
import fastify from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { capacityRoutes } from './capacity-routes.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { datasetRoutes } from './dataset-routes.ts'
import { createEmbedTokenReader } from './embed-token.ts'
import { executeQueriesRoutes } from './execute-queries.ts'
import { exportRoutes } from './export-routes.ts'
import { generateTokenRoutes } from './generate-token.ts'
import { createOpenModels } from './open-models.ts'
import { notSupported, Refusal, renderError } from './refusal.ts'
import { discardRestOfBody } from './rest-of-body.ts'
import { createReportEditing } from './save-report.ts'
import { rebuildDataset } from './refresh-dataset.ts'
import { pageRowsRoutes } from './page-rows-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { asCaller } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'
import { provision } from './provision.ts'
import type { GivenPrincipal, GivenWorkspace, Provisioning } from './provision.ts'
import { tokenRoutes } from './token-routes.ts'
import { openVersionStore } from './version-store.ts'
import { viewerPage } from './viewer-page.ts'
import { viewerRoutes } from './viewer-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

export type ReportServiceOptions = {
  /** Folder with all data of the service. Several processes may share it. */
  dataFolder: string
  publicUrl: string
  allowedOrigins: string[]
  signingKey: string
  principals: GivenPrincipal[]
  workspaces: GivenWorkspace[]
  /** Build folders of the viewer, newest first. */
  viewerFolders: string[]
  now: () => number
  logger: FastifyServerOptions['logger']
}

/** Opens the data folder, publishes the configured projects, and returns an application that is ready to listen. */
export async function createReportService(options: ReportServiceOptions): Promise<FastifyInstance> {
  await mkdir(options.dataFolder, { recursive: true, mode: 0o700 })
  const catalogue = await openCatalogueFile(options.dataFolder)
  const present = await catalogue.read()
  const versions = await openVersionStore(options.dataFolder, options.now, (kind, id, version) =>
    (kind === 'models' ? present.datasets : present.reports).some(
      (each) => each.id === id && (each.version === version || each.previous === version),
    ),
  )
  const app = fastify({
    logger: options.logger ?? false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
  })
  const failed: Provisioning['failed'] = (project, error) =>
    app.log.error({ ...project, err: error }, 'the project was left out, because it could not be published')
  await provision({ catalogue, versions, now: options.now, failed }, options)
  const context: ServiceContext = {
    catalogue,
    versions,
    models: createOpenModels(catalogue, versions, (datasetId) => {
      app.log.error({ datasetId }, 'the database is damaged and is rebuilt from the published project')
      const failedRefresh = (id: string, error: unknown) =>
        app.log.error({ datasetId: id, err: error }, 'the damaged database could not be rebuilt')
      return rebuildDataset({ catalogue, versions, now: options.now, failed: failedRefresh }, datasetId)
    }),
    signingKey: new TextEncoder().encode(options.signingKey),
    publicUrl: options.publicUrl,
    now: options.now,
  }
  app.addHook('onSend', discardRestOfBody)
  app.setErrorHandler(renderError)
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'NotFound', 'There is nothing here.')
  })
  app.addHook('onClose', () => context.models.close())
  app.get('/healthz', async () => ({ status: 'ok', workspaces: (await catalogue.read()).workspaces.length }))
  app.get('/readyz', (_request, reply) => {
    const damaged = context.models.damaged()
    return reply.code(damaged.length === 0 ? 200 : 503).send({ status: damaged.length === 0, damaged })
  })
  tokenRoutes(app, context)
  await app.register((api) => restRoutes(api, context, options.dataFolder), { prefix: '/v1.0/myorg' })
  viewerPage(app, { folders: options.viewerFolders, allowedOrigins: options.allowedOrigins })
  await app.register(viewerRoutes, viewerOptions(context))
  return app
}

async function restRoutes(api: FastifyInstance, context: ServiceContext, dataFolder: string): Promise<void> {
  api.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  workspaceRoutes(api, context)
  reportRoutes(api, context)
  pageRowsRoutes(api, context)
  datasetRoutes(api, context)
  generateTokenRoutes(api, context)
  executeQueriesRoutes(api, context)
  capacityRoutes(api, context)
  exportRoutes(api, context, dataFolder)
  // Unknown operations get an explicit error, so a client never takes them for an empty result.
  api.all(
    '/*',
    asCaller(context, ({ request, params }) => {
      throw notSupported(`${request.method} ${String(params['*']).slice(0, 100)}`)
    }),
  )
}

function viewerOptions(context: ServiceContext) {
  const readEmbedToken = createEmbedTokenReader(context.signingKey)
  return {
    grantOf: async (token: string) => readEmbedToken(await context.catalogue.read(), token, context.now()),
    reportOf: context.models.reportOf,
    engineOf: (datasetId: string) => context.models.engineOf(datasetId),
    refreshedAtOf: async (datasetId: string) =>
      (await context.catalogue.read()).datasets.find((each) => each.id === datasetId)?.refreshedAt ?? '',
    editing: createReportEditing(context),
    now: context.now,
  }
}
