// WORKERS=0: this process serves and runs the jobs. Next: portal.ts.
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { portFault } from './explain-fault.ts'
import { createPortal } from './portal.ts'
import { protectProcess } from './protect-process.ts'
import type { Shutdown } from './shutdown.ts'

type Options = {
  config: Config
  databaseUrl: string
  dataDir: string
  reportServiceUrl: string | null
  shutdown: Shutdown
}

/** Answers when the portal listens. @throws StartFault when the port is taken. */
export async function serveInOne({ config, databaseUrl, dataDir, reportServiceUrl, shutdown }: Options): Promise<void> {
  const filesDir = join(dataDir, 'files')
  const portal = await createPortal({ config, databaseUrl, filesDir, clock: systemClock, reportServiceUrl })
  shutdown.add(portal.close)
  protectProcess(config, portal.metrics)
  const { host, port } = config
  await portal.app.listen({ host, port }).catch((error: unknown) => {
    throw portFault(error, port)
  })
  // SIGHUP means that the terminal was closed. With several processes it means a rolling restart instead.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
}
