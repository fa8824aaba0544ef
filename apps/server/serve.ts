// One server process among several: serves the portal on the database and the report service that somebody else runs.
// It makes no table and starts no process. Started by supervisor/supervisor.ts, or by hand behind a proxy of one's own. Next: portal.ts.
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { locateDataFolder } from '#platform/server/machine/data-folder.ts'
import { allFigures, hearSupervisor, sayToSupervisor } from './supervisor/messages.ts'
import { runChild } from './supervisor/child.ts'
import { createPortal } from './portal.ts'

await runChild(async (config, databaseUrl) => {
  const isSupervised = process.send !== undefined
  const portal = await createPortal({
    config,
    databaseUrl,
    filesDir: join(locateDataFolder(config.dataDir ?? undefined), 'files'),
    clock: systemClock,
    reportServiceUrl: config.reportServiceUrl,
    ...(isSupervised ? { allFigures } : {}),
  })
  // Supervised, connections come from the supervisor, who has the port; a port of its own makes it a server like any other.
  await portal.app.listen(isSupervised ? { host: '127.0.0.1', port: 0 } : { host: config.host, port: config.port })
  hearSupervisor((message, connection) => {
    if (message.vitrine !== 'a connection') return
    // It broke on the way where there is none: taken all the same, so that nobody keeps it.
    sayToSupervisor({ vitrine: 'taken', number: message.number })
    connection?.setNoDelay(true)
    if (connection) portal.app.server.emit('connection', connection)
  })
  return portal
})
