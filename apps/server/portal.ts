// The portal as one HTTP server: calls, pages, live events, and a proxy for the report service's host.
// Tests create it with their own database. main.ts adds the parts that a machine needs.
import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import type { Socket } from 'node:net'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { serveFiles } from '#platform/server/files/serve.ts'
import { logSlowStatements, openKeptConnections, openPool, runNamed } from '#platform/server/database/pool.ts'
import { createApp } from '#platform/server/http/app.ts'
import { hostNameOf } from '#platform/server/http/caller.ts'
import { type HttpTimeouts, httpTimeouts } from '#platform/server/http/timeouts.ts'
import { createHub } from '#platform/server/live/hub.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { runJobs } from '#platform/server/jobs/runner.ts'
import { streamLiveEvents } from '#platform/server/live/stream.ts'
import { loggerFor } from '#platform/server/log.ts'
import { type Metrics, createMetrics, serveMetrics, watchPool } from '#platform/server/metrics.ts'
import { registerProcess } from '#platform/server/process-registry.ts'
import { watchBacklog } from '#platform/server/backlog.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { followEndedGrants } from '#features/reports/view/server/jobs.ts'
import { watchReports } from './embedding.ts'
import { constraints, featureRoutes } from './features.ts'
import { createAppHosts, createFrameOrigins, embedOrigin } from './frame-origins.ts'
import { allJobs } from './jobs.ts'
import { receiveMails } from './mail-in.ts'
import { phraseOf, sentenceOf } from './phrases.ts'
import { serveManifest } from './manifest.ts'
import { servePages } from './pages.ts'
import { answerCertificateQuestions } from './certificate-question.ts'
import { createReportsFront } from './reports-front.ts'
import { createServices } from './services.ts'
import { version } from './version.ts'

export type PortalOptions = {
  config: Config
  databaseUrl: string
  /** The folder of uploaded files, unless the configuration names an S3 service. */
  filesDir: string
  clock: Clock
  /** The address of the embedded report service; null without one. */
  reportServiceUrl: string | null
  /** The merged metrics of all processes; absent when there is only one process. */
  allFigures?: () => Promise<string>
  /** Default: those of production. */
  timeouts?: HttpTimeouts
  /** Seconds between two polls for new jobs. Default: that of the queue. */
  jobPollSeconds?: number
}

export type Portal = {
  app: FastifyInstance
  features: ReturnType<typeof featureRoutes>
  metrics: Metrics
  /**
   * Moves clients to other processes: each answer closes its connection, event streams end, and connections that stay idle are dropped
   * after a time limit. To be called when no new connections arrive; `close` follows.
   */
  drain(): Promise<void>
  close(): Promise<void>
}

export async function createPortal(options: PortalOptions): Promise<Portal> {
  const { config, databaseUrl, filesDir, clock, reportServiceUrl, jobPollSeconds: pollSeconds } = options
  const logger = loggerFor(config)
  let isClosing = false
  let isDraining = false
  const connected = new Set<Socket>()
  const pool = openPool({
    url: databaseUrl,
    max: config.databasePool,
    // Only the message, because the driver attaches its whole state to the error. While closing, broken connections are expected.
    onError: ({ message }) => isClosing || logger.warn({ message }, 'a connection broke'),
    keep: keptConnections,
  })
  await openKeptConnections(pool)
  const metrics = createMetrics()
  watchPool(metrics, pool)
  const forgetSlow = logSlowStatements(logger)
  const gate = createGate(pool, logger)
  const hub = createHub(databaseUrl, logger)
  const services = createServices({ config, clock, reportServiceUrl, logger, gate, filesDir, metrics })
  const { hosts } = services
  const jobs = allJobs(services)
  const queue = await openQueue({
    databaseUrl,
    log: logger,
    jobs,
    works: config.runJobs,
    ...(pollSeconds && { pollSeconds }),
  })
  const features = featureRoutes({ ...services, putBack: queue.putBack, enqueue: queue.enqueue, version })
  const reportsWatch = await watchReports(reportServiceUrl)
  const frameOrigins = createFrameOrigins(gate, hosts.publicUrl.hostname)
  const externalHosts = createFrameOrigins(gate, hosts.publicUrl.hostname, 'external_hosts')
  const appHosts = createAppHosts(gate, hosts.publicUrl.hostname)
  const reports = reportServiceUrl
    ? await createReportsFront({
        upstream: reportServiceUrl,
        trustedProxies: config.trustedProxies,
        gate,
        frameOrigins,
      })
    : null
  const app = await createApp({
    gate,
    clock,
    enqueue: queue.enqueue,
    features,
    constraints,
    phraseOf,
    sentenceOf,
    trustedProxies: config.trustedProxies,
    publicPort: hosts.publicUrl.port,
    frameOrigins: [hosts.reportsOrigin, embedOrigin(config.powerBi.api)],
    logger,
    logRequests: config.logRequests,
    metrics,
    ready: async () => !isDraining && (await runNamed(pool, 'select 1 as up', []).catch(() => [])).length === 1,
    parts: () => ({ report_service: reportsWatch.state() }),
    serverFactory: (handler) => {
      const serve = reports ? byHost(hosts.reportsHost, reports, handler) : handler
      const server = createServer(options.timeouts ?? httpTimeouts, (request, response) => {
        if (isDraining) response.setHeader('connection', 'close')
        serve(request, response)
      })
      return server.on('connection', (socket) => {
        connected.add(socket)
        socket.once('close', () => connected.delete(socket))
      })
    },
  })
  serveMetrics(app, config.metricsToken, options.allFigures ?? metrics.text)
  const endStreams = streamLiveEvents(app, { gate, hub, sentenceOf })
  const endSchedule = config.runJobs
    ? await runJobs({ queue, gate, clock, log: logger, jobs, worked: metrics.worked })
    : () => undefined
  if (config.runJobs) watchBacklog(metrics, gate)
  const endMails = config.runJobs
    ? await receiveMails({ ...services, config, gate, enqueue: queue.enqueue, log: logger })
    : () => Promise.resolve()
  const leave = registerProcess({
    kind: 'server',
    version,
    gate,
    log: logger,
    failures: metrics.failures,
    dataDir: dirname(filesDir),
    reportsState: reportsWatch.state,
  })
  const unfollow = followEndedGrants({ hub, gate, log: logger, ...services })
  serveFiles(app, { ...services, clock })
  serveManifest(app, { ...services, gate, clock })
  answerCertificateQuestions(app, {
    gate,
    hosts: services.hosts,
    clock,
    proxies: config.trustedProxies,
    token: config.certificateToken,
  })
  await servePages(app, { clock, features, frameOrigins, externalHosts, appHosts })
  const drain = async () => {
    isDraining = true
    endStreams()
    for (let waited = 0; waited < drainsWithinMs && connected.size > 0; waited += 100) await sleep(100)
  }
  const close = async () => {
    isClosing = true
    forgetSlow()
    unfollow()
    endSchedule()
    await endMails()
    await app.close()
    await queue.close()
    reportsWatch.stop()
    await leave()
    await reports?.close()
    await hub.close()
    await pool.end()
  }
  return { app, features, metrics, drain, close }
}

/** Connections that stay open, so that the first calls after a start or a quiet time wait for none. */
const keptConnections = 3

/** Maximum wait for open connections. Connections that stay idle are then dropped. */
const drainsWithinMs = 5_000

function byHost(host: string, reports: FastifyInstance, portal: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) =>
    hostNameOf(request.headers.host ?? '') === host ? reports.routing(request, response) : portal(request, response)
}
