// Reports ExportTo of Power BI: `POST …/ExportTo` starts an export, `GET …/exports/{id}` tells its progress, `GET …/exports/{id}/file` sends
// the file. The rows are those of the identity in the request, with the same rules as for an embed token.
// Next: draw-export.ts (the thread), export-store.ts (states and files), generate-token.ts (identities).
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod'
import { drawingFormats } from '../drawing/messages.ts'
import type { ReportDefinition } from '../report/definition.ts'
import { onlyPages } from '../report/only-pages.ts'
import { principalKey } from './catalogue.ts'
import { DrawingFailure, drawExport } from './draw-export.ts'
import type { EmbedGrant } from './embed-token.ts'
import { EXPORT_LIFE_MS, type Export, type ExportStore, createExportStore } from './export-store.ts'
import { grantFor, identityRequest } from './generate-token.ts'
import { processIdentity } from './process-identity.ts'
import { createReaderQueue } from './reader-queue.ts'
import { badRequest, notFound, notSupported, parsed, Refusal } from './refusal.ts'
import { asCaller, reportOf, type Call, type ServiceContext } from './service-context.ts'
import { filters } from './viewer-questions.ts'

const MAX_PAGES = 50
/** Exports that run at a time in this process, that wait, and that wait for one identity. */
const QUEUE = { atOnce: 1, maxWaiting: 200, maxWaitingPerToken: 5 }
/** Seconds until a client asks again. */
const POLL_SECONDS = '1'
/** A captured state holds filters with at most 2,000 values. */
const BODY_LIMIT = 512 * 1024

const bookmark = z.object({ state: z.string().max(300_000).optional(), name: z.string().max(200).optional() })

const request = z.object({
  format: z.string().max(20),
  powerBIReportConfiguration: z
    .object({
      settings: z.object({ locale: z.string().max(35).nullish(), includeHiddenPages: z.boolean().nullish() }).nullish(),
      pages: z
        .array(
          z.object({ pageName: z.string().max(200), visualName: z.null().optional(), bookmark: z.null().optional() }),
        )
        .max(MAX_PAGES)
        .nullish(),
      defaultBookmark: bookmark.nullish(),
      reportLevelFilters: z.array(z.unknown()).max(0, 'are not supported: send portal.filters').nullish(),
      identities: z.array(identityRequest).max(1).nullish(),
      /** Extension of the local service: what the portal shows around and over the report. */
      portal: z
        .object({
          filters: filters.default([]),
          filterColumns: z
            .array(z.object({ table: z.string().max(200), column: z.string().max(200) }))
            .max(50)
            .default([]),
          brand: z
            .string()
            .regex(/^#[\da-f]{6}$/i)
            .nullable()
            .default(null),
          watermark: z.string().max(200).nullable().default(null),
          reader: z.string().max(200).nullable().default(null),
        })
        .nullish(),
    })
    .nullish(),
})
type ExportRequest = z.output<typeof request>

export function exportRoutes(app: FastifyInstance, context: ServiceContext, dataFolder: string): void {
  const store = createExportStore(dataFolder, context.now)
  const queue = createReaderQueue(QUEUE)

  app.post(
    '/groups/:groupId/reports/:reportId/ExportTo',
    { bodyLimit: BODY_LIMIT },
    asCaller(context, async (call) => {
      const sent = parsed(request, call.request.body)
      const drawn = await prepared(context, call, sent)
      await store.deleteOld()
      const started = await begin(store, context, call, drawn.report)
      // The answer says that the queue is full, so the export joins the queue before it.
      const place = queue({ reader: 'all', tokenId: drawn.caller }, new AbortController().signal, () =>
        run(store, context, { started, drawn, log: call.request.log }),
      )
      await Promise.race([place, Promise.resolve()])
      void place.catch(() => undefined)
      return call.reply
        .code(202)
        .header('retry-after', POLL_SECONDS)
        .send(wire(context, call, started))
    }),
  )

  app.get(
    '/groups/:groupId/reports/:reportId/exports/:exportId',
    asCaller(context, async (call) => {
      const found = await findExport(store, call)
      const isOver = found.status === 'Succeeded' || found.status === 'Failed'
      if (!isOver) void call.reply.header('retry-after', POLL_SECONDS)
      return call.reply.code(isOver ? 200 : 202).send(wire(context, call, found))
    }),
  )

  app.get(
    '/groups/:groupId/reports/:reportId/exports/:exportId/file',
    asCaller(context, async (call) => {
      const found = await findExport(store, call)
      if (found.status !== 'Succeeded') throw notFound('The file')
      return call.reply.type('application/octet-stream').send(await store.readFile(found.id))
    }),
  )
}

/** An export of this report that the caller started. Others answer 404. */
async function findExport(store: ExportStore, call: Call): Promise<Export> {
  const report = reportOf(call)
  const found = await store.find(call.params.exportId ?? '')
  if (found?.reportId !== report.id || found.principal !== principalKey(call.caller.principal))
    throw notFound('The export')
  return found
}

async function begin(store: ExportStore, { now }: ServiceContext, call: Call, report: ReportDefinition) {
  const at = new Date(now()).toISOString()
  const started: Export = {
    id: randomUUID(),
    principal: principalKey(call.caller.principal),
    reportId: report.id,
    reportName: report.name,
    status: 'NotStarted',
    percentComplete: 0,
    createdAt: at,
    changedAt: at,
    extension: null,
    failure: null,
    owner: processIdentity(),
  }
  await store.write(started)
  return started
}

type Prepared = Awaited<ReturnType<typeof prepared>>

/** Checks the request, and finds what is to be drawn. */
async function prepared(context: ServiceContext, call: Call, sent: ExportRequest) {
  const { id, datasetId } = reportOf(call)
  const format = drawingFormats.find((each) => each === sent.format.toUpperCase())
  if (!format) throw notSupported(`the format ${sent.format}`)
  const { settings, pages, defaultBookmark, identities, portal } = sent.powerBIReportConfiguration ?? {}
  if (defaultBookmark?.name !== undefined) throw notSupported('a bookmark by its name')
  const grant = grantFor(
    call.catalogue,
    call.caller,
    {
      reports: [{ id, allowEdit: false }],
      datasets: [{ id: datasetId, xmlaPermissions: 'Off' }],
      targetWorkspaces: [],
      identities: identities ?? [],
      datasourceIdentities: [],
    },
    context.now(),
  )
  const whole = await context.models.reportOf(id, settings?.locale ?? null)
  const chosen = pages?.map(({ pageName }) => pageName) ?? null
  const report = onlyPages(whole, chosen)
  if (chosen !== null && report.pages.length < new Set(chosen).size) throw badRequest('The report has no such page.')
  const isShown = (isHidden: boolean) => chosen !== null || settings?.includeHiddenPages === true || !isHidden
  const names = report.pages.filter(({ isHidden }) => isShown(isHidden)).map(({ name }) => name)
  if (names.length === 0 || names.length > MAX_PAGES) throw badRequest(`An export has 1 to ${MAX_PAGES} pages.`)
  return {
    report,
    format,
    identity: identityOf(grant),
    caller: JSON.stringify([grant.principal, datasetId, grant.identities[0]?.username ?? null]),
    pages: names,
    locale: settings?.locale ?? 'en-US',
    state: defaultBookmark?.state ?? null,
    refreshedAt: call.catalogue.datasets.find((dataset) => dataset.id === datasetId)?.refreshedAt ?? '',
    portal: portal ?? { filters: [], filterColumns: [], brand: null, watermark: null, reader: null },
  }
}

function identityOf({ identities: [only] }: EmbedGrant) {
  return only ? { username: only.username, roles: only.roles, customData: only.customData } : null
}

type Running = { started: Export; drawn: Prepared; log: FastifyBaseLogger }

async function run(store: ExportStore, context: ServiceContext, { started, drawn, log }: Running): Promise<void> {
  let state: Export = started
  const change = (part: Partial<Export>) => {
    state = { ...state, ...part, changedAt: new Date(context.now()).toISOString() }
    return store.write(state)
  }
  try {
    await change({ status: 'Running' })
    const { portal, identity, caller, ...rest } = drawn
    const { filterColumns, ...around } = portal
    const engine = await context.models.engineOf(drawn.report.datasetId)
    const file = await drawExport({
      job: { ...rest, ...around, now: context.now() },
      engine,
      identity,
      caller,
      filterColumns,
      // A progress that is not stored harms nothing.
      onProgress: (percentComplete) => void change({ percentComplete }).catch(() => undefined),
    })
    await store.keepFile(started.id, file.bytes)
    await change({ status: 'Succeeded', percentComplete: 100, extension: file.extension })
  } catch (error) {
    const failure = error instanceof DrawingFailure || error instanceof Refusal ? error.code : 'ExportFailed'
    log.warn({ exportId: started.id, failure, err: error }, 'an export failed')
    await change({ status: 'Failed', failure }).catch((fault: unknown) =>
      log.error({ err: fault }, 'an export is lost'),
    )
  }
}

/** An export as Power BI writes it; `ResourceFileExtension` has a capital there too. */
function wire(context: ServiceContext, { params }: Call, found: Export) {
  const address = `${context.publicUrl}/v1.0/myorg/groups/${params.groupId}/reports/${found.reportId}/exports/${found.id}/file`
  return {
    id: found.id,
    createdDateTime: found.createdAt,
    lastActionDateTime: found.changedAt,
    reportId: found.reportId,
    reportName: found.reportName,
    status: found.status,
    percentComplete: found.percentComplete,
    ...(found.status === 'Succeeded'
      ? {
          resourceLocation: address,
          ResourceFileExtension: found.extension,
          expirationTime: new Date(Date.parse(found.createdAt) + EXPORT_LIFE_MS).toISOString(),
        }
      : {}),
    ...(found.failure === null ? {} : { error: { code: found.failure } }),
  }
}
