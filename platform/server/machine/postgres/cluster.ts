import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOBODY, isRoot } from '../data-folder.ts'
import { StartFault, systemCode } from '../start-fault.ts'
import type { Binaries } from './binaries.ts'
import { explainFailure } from './failures.ts'
import { databaseOwner, databaseName, hostAccess, serverSettings, type Durability } from './settings.ts'

/** A cluster on disk: its files, and the state that is stored beside them. */
export type Cluster = { folder: string; logFile: string; stateFile: string; password: string; port: number | null }

/** Options for every PostgreSQL program: never as root, and without our environment (PGPORT, secrets). */
export const asDatabaseUser = {
  ...(isRoot ? NOBODY : {}),
  // The user of PostgreSQL may have no access to the current folder.
  cwd: '/',
  env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
} satisfies SpawnSyncOptions

/**
 * Opens the cluster in `dataDir` and creates it on the first call. initdb runs in a draft folder that is renamed when it is complete, so an
 * interrupted start leaves nothing behind.
 * @throws StartFault when the disk is full, or the folder is damaged or of another major version.
 */
export function openCluster(dataDir: string, binaries: Binaries, durability: Durability): Cluster {
  const folder = join(dataDir, 'postgres')
  const stateFile = join(dataDir, 'postgres.json')
  const logFile = join(dataDir, 'postgres.log')
  if (!existsSync(folder)) {
    const password = randomBytes(24).toString('base64url')
    const cluster = { folder, stateFile, logFile, password, port: null }
    createCluster(cluster, binaries, durability)
    return cluster
  }
  refuseDamaged(folder, binaries)
  return { folder, stateFile, logFile, ...readState(stateFile, folder) }
}

function createCluster(cluster: Cluster, binaries: Binaries, durability: Durability): void {
  const draft = `${cluster.folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (isRoot) chownSync(draft, NOBODY.uid, NOBODY.gid)
  initialise(draft, binaries, durability)
  createDatabase(draft, binaries, cluster.password)
  rememberState(cluster)
  renameSync(draft, cluster.folder)
}

/** `trust` applies only until `writeConfiguration` replaces pg_hba.conf, before the server listens for the first time. */
function initialise(draft: string, binaries: Binaries, durability: Durability): void {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['--username=postgres', '--auth=trust', '--no-instructions', ...locale]
  if (durability === 'test') options.push('--no-sync')
  run(binaries.initdb, ['-D', draft, ...options], '', draft)
}

/**
 * The migrating role owns the database but is no superuser, as on a managed server, so that migrations behave the same there. The superuser
 * has no password and cannot connect.
 */
function createDatabase(draft: string, binaries: Binaries, password: string): void {
  const statements = [
    `create role ${databaseOwner} login createrole createdb password '${password}'`,
    `grant pg_signal_backend, pg_monitor to ${databaseOwner}`,
    `create database ${databaseName} owner ${databaseOwner}`,
  ]
  const options = ['--single', '-D', draft, '-c', 'exit_on_error=on', '-c', 'log_min_messages=fatal', 'postgres']
  run(binaries.postgres, options, `${statements.join('\n')}\n`, draft)
}

function run(program: string, options: string[], input: string, folder: string): void {
  const result = spawnSync(program, options, { ...asDatabaseUser, input, encoding: 'utf8' })
  if (result.error) throw result.error
  if (result.status !== 0) throw explainFailure(`${result.stdout}\n${result.stderr}`, folder, null).fault
}

function refuseDamaged(folder: string, binaries: Binaries): void {
  const missing = ['PG_VERSION', 'global/pg_control', 'postgresql.conf'].find((file) => !existsSync(join(folder, file)))
  if (missing) {
    throw new StartFault(
      `The database in ${folder} is damaged (${missing} is missing): restore a backup, or move the folder away to start empty.`,
    )
  }
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.major) {
    throw new StartFault(
      `The database in ${folder} was made by PostgreSQL ${major}, and this release brings ${binaries.major}: ` +
        'export it with the release that made it, or move the folder away to start empty.',
    )
  }
}

function readState(stateFile: string, folder: string): { password: string; port: number | null } {
  try {
    const state: unknown = JSON.parse(readFileSync(stateFile, 'utf8'))
    if (typeof state === 'object' && state !== null && 'password' in state && typeof state.password === 'string') {
      return { password: state.password, port: 'port' in state && typeof state.port === 'number' ? state.port : null }
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  throw new StartFault(
    `The password of the database in ${folder} is lost (${stateFile} is missing or damaged): restore that file, or move both away to start empty.`,
  )
}

/** Stores port and password beside the cluster, readable only by this user. The file is replaced atomically. */
export function rememberState({ stateFile, password, port }: Cluster): void {
  const draft = `${stateFile}.new`
  writeFileSync(draft, `${JSON.stringify({ password, port })}\n`, { mode: 0o600, flush: true })
  renameSync(draft, stateFile)
}

/** Writes our settings, beside those of initdb, and the access rules. At every start, because a release may change them. */
export function writeConfiguration({ folder }: Cluster, port: number, durability: Durability): void {
  const main = join(folder, 'postgresql.conf')
  const include = "include 'portal.conf'"
  const measured = readFileSync(main, 'utf8')
  if (!measured.includes(include)) replace(main, `${measured}\n${include}\n`)
  replace(join(folder, 'portal.conf'), serverSettings(port, durability))
  replace(join(folder, 'pg_hba.conf'), hostAccess)
}

function replace(file: string, content: string): void {
  const draft = `${file}.new`
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  if (isRoot) chownSync(draft, NOBODY.uid, NOBODY.gid)
  renameSync(draft, file)
}
