// The start of the portal, in order. Each step is a file beside this one.
// Next: portal.ts (the server), features.ts (what it serves), shutdown.ts (how it ends).
import { type Config, readConfig } from '#platform/server/config.ts'
import { warningsOf } from '#platform/server/config-faults.ts'
import { locateDataFolder, lockDataFolder, openDataFolder } from '#platform/server/machine/data-folder.ts'
import { probePort } from '#platform/server/machine/free-port.ts'
import { buildIfStale } from '../pages/build-pages.ts'
import { openDatabase } from './database.ts'
import { fillDemo, welcome } from './demo.ts'
import { explainFault, portFault } from './explain-fault.ts'
import { writeFirstLink } from './first-link.ts'
import { keptSecrets } from './kept-secrets.ts'
import { startOwnReportService } from './own-report-service.ts'
import { serveInOne } from './serve-in-one.ts'
import { serveInSeveral } from './serve-in-several.ts'
import { createShutdown, stopOnSignals } from './shutdown.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const step = (text: string) => say(`▸ ${text}`)
const shutdown = createShutdown()

try {
  stopOnSignals(shutdown)
  await start(readConfig())
} catch (error) {
  await shutdown.run()
  process.stderr.write(`${explainFault(error)}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  warningsOf(config).forEach(step)
  await requireFreePort(config)

  step('Data folder')
  const dataDir = locateDataFolder(config.dataDir ?? undefined)
  openDataFolder(dataDir)
  shutdown.add(lockDataFolder(dataDir))
  const secrets = keptSecrets(dataDir, config.demoPassword)
  const { reportServiceSecret } = secrets
  const password = config.demoPassword ?? secrets.demoPassword

  step(config.databaseUrl ? 'PostgreSQL' : 'Embedded PostgreSQL')
  const database = await openDatabase({ config, dataDir, password: secrets.databasePassword, log: step, shutdown })
  const databaseUrl = database.appUrl

  step('Pages')
  await buildIfStale(step)

  if (config.reportService) step('Report service')
  const reports = config.reportService
    ? await startOwnReportService({ config, dataDir, secret: reportServiceSecret, log: step })
    : null
  if (reports) shutdown.add(reports.stop)

  if (config.demoWorld) {
    if (database.isNew) step('Demo world')
    await fillDemo({ config, databaseUrl, reportServiceUrl: reports?.url ?? null, password, reportServiceSecret })
  }
  if (config.production) {
    const file = await writeFirstLink({ config, databaseUrl, dataDir })
    if (file) step(`The link for the first account is in ${file}. It is good once, for a day.`)
  }

  const reportServiceUrl = reports?.url ?? config.reportServiceUrl
  if (config.workers === 0) await serveInOne({ config, databaseUrl, dataDir, reportServiceUrl, shutdown })
  else await serveInSeveral({ config, database, dataDir, reportServiceUrl, shutdown, log: step })

  if (config.demoWorld) say(welcome({ config, dataDir, password }))
  say(`Vitrine is ready: ${config.publicUrl.origin}`)
}

/** Before any other work: a start on a taken port must not create a database first. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  await probePort(host, port).catch((error: unknown) => {
    throw portFault(error, port)
  })
}
