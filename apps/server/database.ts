// The database of this start: the one of DATABASE_URL, or the embedded PostgreSQL with a login that we create.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { ensureLogin, strengthOfLogin } from '#platform/server/database/login.ts'
import { firstMigration, migrate } from '#platform/server/database/migrate.ts'
import { startPostgres } from '#platform/server/machine/embedded-postgres.ts'
import { StartFault, systemCode } from '#platform/server/machine/start-fault.ts'
import type { Shutdown } from './shutdown.ts'

export type RunningDatabase = {
  /** The application's login. It owns nothing and does not bypass row-level security. */
  appUrl: string
  ownerUrl: string
  /** True when this start created the first tables. */
  isNew: boolean
  embedded: boolean
}

type Options = {
  config: Config
  dataDir: string
  password: string
  log: (line: string) => void
  /** Stops the embedded PostgreSQL, also when the stop comes before it is ready or migrated. */
  shutdown: Shutdown
}

export async function openDatabase({ config, dataDir, password, log, shutdown }: Options): Promise<RunningDatabase> {
  if (config.databaseUrl && config.databaseOwnerUrl) {
    const { databaseUrl, databaseOwnerUrl } = config
    const isNew = await reaching('DATABASE_OWNER_URL', () => migrated(databaseOwnerUrl))
    await reaching('DATABASE_URL', () => refuseStrongLogin(databaseUrl))
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl,
      isNew,
      embedded: false,
    }
  }
  const starting = startPostgres({ dataDir, log, onRestart: () => log('PostgreSQL had died and is back.') })
  const server = await shutdown.opening(starting, ({ stop }) => stop())
  const isNew = await whileItComesBack(() => migrated(server.ownerUrl))
  return {
    appUrl: await ensureLogin(server.ownerUrl, password),
    ownerUrl: server.ownerUrl,
    isNew,
    embedded: true,
  }
}

const comesBackWithinMs = 10_000

/**
 * Retries work for a limited time while the database is unavailable. The supervisor of the embedded PostgreSQL restarts a server that died
 * within seconds.
 */
export async function whileItComesBack<T>(work: () => Promise<T>, withinMs = comesBackWithinMs): Promise<T> {
  for (let waited = 0; ; waited += 250) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || waited >= withinMs) throw error
      await sleep(250)
    }
  }
}

/** True when the database is only temporarily unavailable: no listener, starting or stopping (57P01, 57P03), or a connection cut off. */
function isAway(error: unknown): boolean {
  const code = systemCode(error) ?? ''
  if (['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03'].includes(code)) return true
  return error instanceof Error && /Connection terminated/.test(error.message)
}

/** Migrates the database. True when the first tables were created. @throws StartFault with the migration that failed. */
export async function migrated(ownerUrl: string): Promise<boolean> {
  try {
    return (await migrate(ownerUrl)).includes(firstMigration)
  } catch (error) {
    // An error without a code comes from `migrate` itself: a failed migration or a newer database.
    throw error instanceof Error && systemCode(error) === null ? new StartFault(error.message) : error
  }
}

/** Adds the name of the variable to a connection error. The password is never part of the message. */
async function reaching<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = systemCode(error)
    if (code === null || !(error instanceof Error)) throw error
    throw new StartFault(`The database that ${variable} names cannot be used: ${error.message || code}.`)
  }
}

/** Refuses a login that owns tables or bypasses row-level security, before anything is served: the policies would not apply to it (T2). */
export async function refuseStrongLogin(appUrl: string): Promise<void> {
  const { strong, member } = await strengthOfLogin(appUrl)
  if (strong) {
    throw new StartFault(
      'The login of DATABASE_URL owns tables or bypasses row-level security: take a plain login that is a member of vitrine_app.',
    )
  }
  if (!member) throw new StartFault('The login of DATABASE_URL is no member of vitrine_app: grant vitrine_app to it.')
}
