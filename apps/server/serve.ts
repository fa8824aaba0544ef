// One of several server processes. It uses a database and a report service that other processes run.
// It migrates nothing and starts no process. supervisor/supervisor.ts starts it, or a person behind another proxy. Next: portal.ts.
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { locateDataFolder } from '#platform/server/machine/data-folder.ts'
import { allFigures, onSupervisorMessage, sendToSupervisor } from './supervisor/messages.ts'
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
  // Under the supervisor, connections arrive through the supervisor's port. Otherwise the process listens on its own port.
  await portal.app.listen(isSupervised ? { host: '127.0.0.1', port: 0 } : { host: config.host, port: config.port })
  onSupervisorMessage((message, connection) => {
    if (message.vitrine !== 'a connection') return
    // Without a handle the connection was closed on the way. It is acknowledged as well, so that the supervisor forgets it.
    sendToSupervisor({ vitrine: 'taken', number: message.number })
    connection?.setNoDelay(true)
    if (connection) portal.app.server.emit('connection', connection)
  })
  return portal
})
