// The portal's main process: starts its parts in order, serves, and stops the parts in reverse order.
// Each step is a file beside this one. Next: portal.ts (the server), features.ts (its routes).
import { join } from 'node:path'
import { type Config, ConfigFault, childEnvironment, presentVariables, readConfig } from '#platform/server/config.ts'
import { warningsOf } from '#platform/server/config-faults.ts'
import { systemClock } from '#platform/server/clock.ts'
import { buildIfStale } from '../pages/build-pages.ts'
import { locateDataFolder, lockDataFolder, openDataFolder } from '#platform/server/machine/data-folder.ts'
import { StartFault, systemCode } from '#platform/server/machine/start-fault.ts'
import { startSupervisor } from './supervisor/supervisor.ts'
import { type RunningDatabase, migrated, openDatabase } from './database.ts'
import { demoReportService, fillDemo, welcome } from './demo.ts'
import { writeFirstLink } from './first-link.ts'
import { type KeptSecrets, keptSecrets } from './kept-secrets.ts'
import { type Portal, createPortal } from './portal.ts'
import { type ReportService, startReportService } from './report-service.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const step = (text: string) => say(`▸ ${text}`)

/** Stop functions of the started parts, the latest last. They are called in reverse order. */
const started: (() => Promise<void> | void)[] = []
let stopping: Promise<void> | undefined
/** Longer than the time limit of child processes (supervisor/child.ts). */
const stopsWithinMs = 30_000

try {
  await start(readConfig())
} catch (error) {
  await stopAll()
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  whenAskedToStop()
  warningsOf(config).forEach(step)
  const dataDir = locateDataFolder(config.dataDir ?? undefined)
  step('Data folder')
  openDataFolder(dataDir)
  started.push(lockDataFolder(dataDir))
  const secrets = keptSecrets(dataDir, config.demoPassword)

  step(config.databaseUrl ? 'PostgreSQL' : 'Embedded PostgreSQL')
  const database = await openDatabase({ config, dataDir, password: secrets.databasePassword, log: step })
  started.push(database.stop)

  step('Pages')
  await buildIfStale(step)
  const reports = config.reportService ? await reportService(config, dataDir, secrets) : null

  if (config.demoWorld && database.isNew) step('Demo world')
  await fillWorld({ config, dataDir, secrets, database, reports })

  const reportServiceUrl = reports?.url ?? config.reportServiceUrl
  const surroundings = { databaseUrl: database.appUrl, dataDir, reportServiceUrl }
  await (config.workers === 0 ? serveHere(config, surroundings) : serveByCrew(config, database, surroundings))
  if (config.demoWorld) say(welcome({ config, dataDir, password: config.demoPassword ?? secrets.demoPassword }))
  say(`Vitrine is ready: ${config.publicUrl.origin}`)
}

type Surroundings = { databaseUrl: string; dataDir: string; reportServiceUrl: string | null }

async function serveHere(config: Config, { databaseUrl, dataDir, reportServiceUrl }: Surroundings): Promise<void> {
  const filesDir = join(dataDir, 'files')
  const portal = await createPortal({ config, databaseUrl, filesDir, clock: systemClock, reportServiceUrl })
  started.push(portal.close)
  await listen(portal, config)
  // SIGHUP means that the terminal was closed. With several processes it means a rolling restart instead.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
}

async function serveByCrew(config: Config, database: RunningDatabase, surroundings: Surroundings): Promise<void> {
  step(`${config.workers === 1 ? 'Server' : `${config.workers} servers`}${config.runJobs ? ' and worker' : ''}`)
  const around = { ...surroundings, publicUrl: config.publicUrl }
  const environmentOf =
    ({ databaseUrl }: Config, variables: NodeJS.ProcessEnv) =>
    (runsJobs: boolean) =>
      childEnvironment({ ...around, ...(databaseUrl ? { databaseUrl } : {}), runsJobs }, variables)
  const supervisor = await startSupervisor({
    config,
    environment: environmentOf(config, presentVariables()),
    log: step,
  }).catch((error: unknown) => {
    throw portFault(error, config.port)
  })
  started.push(supervisor.stop)
  step(`kill -HUP ${process.pid} replaces them one by one`)
  const restart = async () => {
    step('Restart, one process at a time')
    try {
      const variables = presentVariables()
      const next = readConfig(variables)
      warningsOf(next).forEach(step)
      await buildIfStale(step)
      await migrated(next.databaseOwnerUrl ?? database.ownerUrl)
      await supervisor.replaceAll(environmentOf(next, variables))
      step('Restarted: every process is new')
    } catch (error) {
      step(`The restart was given up, what ran before serves on. ${explain(error)}`)
    }
  }
  let restarting = Promise.resolve()
  process.on('SIGHUP', () => {
    restarting = restarting.then(restart)
  })
}

async function reportService(config: Config, dataDir: string, secrets: KeptSecrets): Promise<ReportService> {
  step('Report service')
  const { protocol, hostname, port } = config.publicUrl
  const at = (host: string) => `${protocol}//${host}${port ? `:${port}` : ''}`
  const { principals, samples } = demoReportService(secrets.reportServiceSecret)
  const service = await startReportService({
    dataDir,
    publicUrl: at(`reports.${hostname}`),
    allowedOrigins: [at(hostname), at(`*.${hostname}`)],
    signingKey: config.reportServiceKey,
    principals: config.demoWorld ? principals : [],
    samples: config.demoWorld ? samples : [],
    log: step,
  })
  started.push(service.stop)
  return service
}

type World = {
  config: Config
  dataDir: string
  secrets: KeptSecrets
  database: RunningDatabase
  reports: ReportService | null
}

async function fillWorld({ config, dataDir, secrets, database, reports }: World): Promise<void> {
  if (config.demoWorld) {
    const password = config.demoPassword ?? secrets.demoPassword
    const { reportServiceSecret } = secrets
    await fillDemo({
      config,
      databaseUrl: database.appUrl,
      reportServiceUrl: reports?.url ?? null,
      password,
      reportServiceSecret,
    })
  }
  if (!config.production) return
  const file = await writeFirstLink({ config, databaseUrl: database.appUrl, dataDir })
  if (file) step(`The link for the first account is in ${file}. It is good once, for a day.`)
}

function portFault(error: unknown, port: number): unknown {
  const taken = systemCode(error) === 'EADDRINUSE'
  return taken ? new StartFault(`Port ${port} is taken: stop what listens there, or set PORT.`) : error
}

async function listen({ app }: Portal, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw portFault(error, port)
  }
}

function whenAskedToStop(): void {
  const stop = () => {
    setTimeout(() => process.exit(1), stopsWithinMs).unref()
    void stopAll().then(() => process.exit(0))
  }
  process.once('SIGINT', () => {
    // A second Ctrl-C ends the process at once.
    process.once('SIGINT', () => process.exit(130))
    stop()
  })
  process.on('SIGTERM', stop)
  // The launcher has ended, possibly before this line. No other process could stop this one.
  process.once('disconnect', stop)
  if (process.send && !process.connected) stop()
}

/** Stops everything once. Every caller waits for the same promise. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const end of started.splice(0).toReversed()) await end()
  })()
  return stopping
}

function explain(error: unknown): string {
  if (error instanceof StartFault || error instanceof ConfigFault) return error.message
  if (systemCode(error) === 'ENOSPC') return 'The disk is full: free some space and start again.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
