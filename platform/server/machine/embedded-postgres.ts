// The embedded PostgreSQL: creates a cluster in the data folder, starts it or adopts a running one, and restarts it when it dies.
// It is not a client: it runs no SQL on a running server. It imports only node:*, so that the start and tests can share it.
// Next: postgres/cluster.ts (files), postgres/postmaster.ts (process), postgres/failures.ts (error messages).
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDataFolder } from './data-folder.ts'
import { type Binaries, prepareBinaries } from './postgres/binaries.ts'
import { type Cluster, openCluster, rememberState, writeConfiguration } from './postgres/cluster.ts'
import { choosePort, isFree } from './free-port.ts'
import {
  findPostmaster,
  isPostmaster,
  launchPostmaster,
  type Postmaster,
  send,
  stopPostmaster,
  whenReady,
} from './postgres/postmaster.ts'
import { databaseName, databaseOwner, type Durability } from './postgres/settings.ts'

export type PostgresOptions = {
  /** Absolute; created if needed. Contains `postgres/` (the cluster), `postgres.json` (port and password), `postgres.log`. */
  dataDir: string
  log: (line: string) => void
  /** `test` is faster and may lose data in a power failure. Default: `durable`. */
  durability?: Durability
  /** Additional variables of the server process. It inherits none of our environment. */
  env?: NodeJS.ProcessEnv
  /** Called after the server died and runs again, on the same port. */
  onRestart?: () => void
}

export type EmbeddedPostgres = {
  /** Connects as the owner of the database, who may create roles and databases and is no superuser. */
  ownerUrl: string
  port: number
  /** Fast shutdown; answers when the server has ended. */
  stop: () => Promise<void>
}

type Server = {
  binaries: Binaries
  cluster: Cluster
  durability: Durability
  env: NodeJS.ProcessEnv
  log: (line: string) => void
}

/**
 * Starts a PostgreSQL on 127.0.0.1 and supervises it until `stop()`.
 * @throws StartFault with one sentence: disk full, damaged data, other major version, folder of another user.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durability = 'durable', env = {}, onRestart = () => {} } = options
  openDataFolder(options.dataDir)
  // The resolved path, because a running server is recognised by it.
  const dataDir = realpathSync(options.dataDir)
  const binaries = prepareBinaries(dataDir)
  const server: Server = { binaries, cluster: openCluster(dataDir, binaries, durability), durability, env, log }
  const postmaster = (await adopt(server)) ?? (await launch(server))
  const watch = supervise(server, postmaster, onRestart)
  const { port } = postmaster
  return { ownerUrl: ownerUrlAt(server.cluster.password, port), port, stop: watch.stop }
}

const ownerUrlAt = (password: string, port: number) =>
  `postgresql://${databaseOwner}:${password}@127.0.0.1:${port}/${databaseName}`

/** The owner's address of the PostgreSQL that runs in a data folder. Nothing is started. */
export function ownerUrlIn(dataDir: string): string {
  const state = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { password: string; port: number }
  return ownerUrlAt(state.password, state.port)
}

/** Adopts the server that a killed portal left running, and reloads it with the present settings. */
async function adopt({ cluster, durability, log }: Server): Promise<Postmaster | null> {
  const running = findPostmaster(cluster)
  const ready = running === null ? null : await whenReady(cluster, running.pid)
  if (ready === null) return null
  log(`PostgreSQL still runs from an earlier start (process ${ready.pid}): adopted.`)
  writeConfiguration(cluster, ready.port, durability)
  send(ready.pid, 'SIGHUP')
  return ready
}

/** The first start of this run. Only here another port may be chosen. */
async function launch(server: Server): Promise<Postmaster> {
  const { binaries, cluster, durability, env, log } = server
  for (let patience = 20; ; patience--) {
    if (cluster.port === null || !(await isFree(cluster.port))) {
      if (cluster.port !== null) log(`Port ${cluster.port} is taken: PostgreSQL moves to another one.`)
      cluster.port = await choosePort()
      rememberState(cluster)
    }
    writeConfiguration(cluster, cluster.port, durability)
    const outcome = await launchPostmaster(binaries, cluster, env)
    if ('pid' in outcome) return outcome
    if (outcome.remedy === 'none' || patience === 0) throw outcome.fault
    await sleep(500)
  }
}

const CHECK_EVERY = 250
const LONGEST_PAUSE = 30_000
const HEALTHY_AFTER = 60_000

/** Checks four times per second whether the server runs. An adopted server is not a child process, so there is no `exit` event. */
function supervise(server: Server, first: Postmaster, onRestart: () => void): { stop: () => Promise<void> } {
  const { binaries, cluster, env, log } = server
  const ending = new AbortController()
  let current = first
  const watching = (async () => {
    for (let pause = 0, up = process.uptime(); ;) {
      if (!(await pauseFor(CHECK_EVERY, ending.signal))) return
      if (isPostmaster(current.pid, cluster.folder)) continue
      if ((process.uptime() - up) * 1000 > HEALTHY_AFTER) pause = 0
      log(`PostgreSQL (process ${current.pid}) has died: starting it again.`)
      if (!(await pauseFor(pause, ending.signal))) return
      pause = Math.min(LONGEST_PAUSE, Math.max(1000, pause * 2))
      const outcome = await launchPostmaster(binaries, cluster, env)
      if (!('pid' in outcome)) {
        log(outcome.fault.message)
        continue
      }
      current = outcome
      up = process.uptime()
      log(`PostgreSQL is back (process ${current.pid}).`)
      onRestart()
    }
  })()
  const stop = async () => {
    ending.abort()
    await watching
    await stopPostmaster(current.pid, cluster.folder)
  }
  return { stop }
}

/** False when the signal ended the pause. The timer does not keep the process alive. */
async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}
