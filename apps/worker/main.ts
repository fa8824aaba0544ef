// The worker's process: works the jobs of the whole product on the database that the servers use. It serves nothing.
// Started by the portal beside several servers, or by hand on a machine of its own. Next: worker.ts, ../server/jobs.ts.
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
