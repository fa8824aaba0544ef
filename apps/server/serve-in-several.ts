// WORKERS=1 and more: a supervisor starts the servers and the worker as processes, and SIGHUP replaces them one by one.
// Next: supervisor/supervisor.ts.
import { type Config, childEnvironment, presentVariables, readConfig } from '#platform/server/config.ts'
import { warningsOf } from '#platform/server/config-faults.ts'
import { buildIfStale } from '../pages/build-pages.ts'
import { type RunningDatabase, migrated } from './database.ts'
import { explainFault, portFault } from './explain-fault.ts'
import type { Shutdown } from './shutdown.ts'
import { type Supervisor, startSupervisor } from './supervisor/supervisor.ts'

type Options = {
  config: Config
  database: RunningDatabase
  dataDir: string
  reportServiceUrl: string | null
  shutdown: Shutdown
  log: (line: string) => void
}

/** Answers when every process is ready. @throws StartFault when the port is taken or a process does not start. */
export async function serveInSeveral(options: Options): Promise<void> {
  const { config, shutdown, log } = options
  log(`${config.workers === 1 ? 'Server' : `${config.workers} servers`}${config.runJobs ? ' and worker' : ''}`)
  const environment = environmentFor(options, config, presentVariables())
  const supervisor = await startSupervisor({ config, environment, log }).catch((error: unknown) => {
    throw portFault(error, config.port)
  })
  shutdown.add(supervisor.stop)
  log(`kill -HUP ${process.pid} replaces them one by one`)
  let restarting = Promise.resolve()
  process.on('SIGHUP', () => {
    restarting = restarting.then(() => restart(supervisor, options))
  })
}

/** Replaces every process by one with the present code and variables. After a fault the old processes keep serving. */
async function restart(supervisor: Supervisor, options: Options): Promise<void> {
  const { database, log } = options
  log('Restart, one process at a time')
  try {
    const variables = presentVariables()
    const newConfig = readConfig(variables)
    warningsOf(newConfig).forEach(log)
    await buildIfStale(log)
    await migrated(newConfig.databaseOwnerUrl ?? database.ownerUrl)
    await supervisor.replaceAll(environmentFor(options, newConfig, variables))
    log('Restarted: every process is new')
  } catch (error) {
    log(`The restart was cancelled; the present processes continue. ${explainFault(error)}`)
  }
}

/** The address, the data folder and the report service stay those of the start; everything else may change. */
function environmentFor(
  { config, database, dataDir, reportServiceUrl }: Options,
  newConfig: Config,
  variables: NodeJS.ProcessEnv,
) {
  const databaseUrl = newConfig.databaseUrl ?? database.appUrl
  const { publicUrl } = config
  return (runsJobs: boolean) =>
    childEnvironment({ databaseUrl, dataDir, publicUrl, reportServiceUrl, runsJobs }, variables)
}
