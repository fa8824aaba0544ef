// The worker's process: runs the jobs of all business units, on the database that the servers use. It serves nothing.
// The supervisor starts it, or a person on a separate machine. Next: worker.ts, ../server/jobs.ts.
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { locateDataFolder } from '#platform/server/machine/data-folder.ts'
import { runChild } from '../server/supervisor/child.ts'
import { createWorker } from './worker.ts'

await runChild((config, databaseUrl) =>
  createWorker({
    config,
    databaseUrl,
    filesDir: join(locateDataFolder(config.dataDir ?? undefined), 'files'),
    clock: systemClock,
    reportServiceUrl: config.reportServiceUrl,
  }),
)
