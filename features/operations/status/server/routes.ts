import { type Backlog, readBacklog } from '#platform/server/backlog.ts'
import { type Route, outside } from '#platform/server/http/route.ts'
import { listProcesses } from '#platform/server/process-registry.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { showStatus } from '../contract.ts'
import { mergeFailures, worstReportsState } from './rules.ts'
import { readDatabaseState } from './store.ts'

/** The dependencies of the routes. The status has the platform’s row-level security policy, so it is read with `acrossTenants`. */
type Dependencies = { acrossTenants: Gate['acrossTenants']; version: string }

export const routes = (dependencies: Dependencies): Route[] => [
  outside(showStatus, async () => {
    const [registered, backlog, database] = await Promise.all([
      listProcesses(dependencies),
      readBacklog(dependencies),
      dependencies.acrossTenants('status', readDatabaseState),
    ])
    const alive = registered.filter(({ is_silent }) => !is_silent).map(({ figures }) => figures)
    return {
      version: dependencies.version,
      processes: registered.map(({ figures, ...process }) => {
        const { memory_bytes, lag_ms, disk_free_bytes, disk_bytes } = figures
        return { ...process, memory_bytes, lag_ms, disk_free_bytes, disk_bytes }
      }),
      database,
      ...waiting(backlog),
      report_service: worstReportsState(alive),
      failures: mergeFailures(alive.map(({ failures }) => failures)),
    }
  }),
]

const waiting = (backlog: Backlog) => ({
  jobs: {
    waiting: backlog.jobs_waiting,
    active: backlog.jobs_active,
    failed: backlog.jobs_failed,
    oldest_seconds: backlog.jobs_oldest_seconds,
  },
  mails: { waiting: backlog.mails_waiting, failed: backlog.mails_failed, oldest_seconds: backlog.mails_oldest_seconds },
})
