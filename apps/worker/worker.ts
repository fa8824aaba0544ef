// A worker: the queue, the jobs and the services that jobs need. The portal without its HTTP server.
import { dirname } from 'node:path'
import { watchBacklog } from '#platform/server/backlog.ts'
import { registerProcess } from '#platform/server/process-registry.ts'
import { openPool, logSlowStatements } from '#platform/server/database/pool.ts'
import type { AnyJob } from '#platform/server/jobs/job.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { runJobs } from '#platform/server/jobs/runner.ts'
import { loggerFor } from '#platform/server/log.ts'
import { createMetrics, watchPool } from '#platform/server/metrics.ts'
import { createGate } from '#platform/server/session/gate.ts'
import type { ChildService } from '../server/supervisor/child.ts'
import { watchReports } from '../server/embedding.ts'
import { allJobs } from '../server/jobs.ts'
import { receiveMails } from '../server/mail-in.ts'
import type { PortalOptions } from '../server/portal.ts'
import { createServices } from '../server/services.ts'
import { version } from '../server/version.ts'

type Options = Omit<PortalOptions, 'allFigures'> & {
  /** Jobs in addition to those of the product. */
  moreJobs?: readonly AnyJob[]
}

export async function createWorker(options: Options): Promise<ChildService> {
  const { config, databaseUrl, filesDir, clock, reportServiceUrl, moreJobs = [] } = options
  const log = loggerFor(config)
  let isClosing = false
  const pool = openPool({
    url: databaseUrl,
    max: config.databasePool,
    onError: ({ message }) => isClosing || log.warn({ message }, 'a connection broke'),
  })
  const metrics = createMetrics()
  watchPool(metrics, pool)
  const forgetSlow = logSlowStatements(log)
  const gate = createGate(pool, log)
  const services = createServices({ config, clock, reportServiceUrl, logger: log, gate, filesDir, metrics })
  const jobs = [...allJobs(services), ...moreJobs]
  const queue = await openQueue({ databaseUrl, log, jobs, works: true })
  const endSchedule = await runJobs({ queue, gate, clock, log, jobs, worked: metrics.worked })
  watchBacklog(metrics, gate)
  const endMails = await receiveMails({ ...services, config, gate, enqueue: queue.enqueue, log })
  const { failures } = metrics
  const reportsWatch = await watchReports(reportServiceUrl)
  const leave = registerProcess({
    kind: 'worker',
    version,
    gate,
    log,
    failures,
    dataDir: dirname(filesDir),
    reportsState: reportsWatch.state,
  })
  return {
    metrics,
    // `queue.close()` finishes the jobs in progress.
    drain: () => Promise.resolve(),
    async close() {
      isClosing = true
      forgetSlow()
      endSchedule()
      await endMails()
      await queue.close()
      reportsWatch.stop()
      await leave()
      await pool.end()
    },
  }
}
