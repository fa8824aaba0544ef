// The database of this start: the one that DATABASE_URL names, or the embedded PostgreSQL with a login of our own.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { ensureLogin, strengthOfLogin } from '#platform/server/database/login.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startPostgres } from '#platform/server/machine/embedded-postgres.ts'
import { StartFault, systemCode } from '#platform/server/machine/start-fault.ts'

export type RunningDatabase = {
  /** The application's login: owns nothing and bypasses no wall. */
  appUrl: string
  ownerUrl: string
  /** True when this start made the first tables. */
  isNew: boolean
  embedded: boolean
  stop(): Promise<void>
}

type Options = { config: Config; dataDir: string; password: string; log: (line: string) => void }

export async function openDatabase({ config, dataDir, password, log }: Options): Promise<RunningDatabase> {
  if (config.databaseUrl && config.databaseOwnerUrl) {
    const { databaseUrl, databaseOwnerUrl } = config
    const isNew = await reaching('DATABASE_OWNER_URL', () => migrated(databaseOwnerUrl))
    await reaching('DATABASE_URL', () => refuseStrongLogin(databaseUrl))
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl,
      isNew,
      embedded: false,
      stop: async () => undefined,
    }
  }
  const server = await startPostgres({ dataDir, log, onRestart: () => log('PostgreSQL had died and is back.') })
  const isNew = await whileItComesBack(() => migrated(server.ownerUrl)).catch(async (fault: unknown) => {
    await server.stop()
    throw fault
  })
  return {
    appUrl: await ensureLogin(server.ownerUrl, password),
    ownerUrl: server.ownerUrl,
    isNew,
    embedded: true,
    stop: server.stop,
  }
}

const comesBackWithinMs = 10_000

/**
 * A server adopted in the moment of its death is started again by its supervisor within seconds: what found nobody at its port is
 * done again for so long.
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

/** Nobody at the port, or somebody who is just starting or stopping (PostgreSQL's 57P01, 57P03), or cut off in the middle. */
function isAway(error: unknown): boolean {
  const code = systemCode(error) ?? ''
  if (['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03'].includes(code)) return true
  return error instanceof Error && /Connection terminated/.test(error.message)
}

/** Brings the tables up to date; true when it made the first ones. @throws StartFault with the migration that failed. */
export async function migrated(ownerUrl: string): Promise<boolean> {
  try {
    return (await migrate(ownerUrl)).includes('2026-11-21-01-ground')
  } catch (error) {
    // What has no code was said by us: which migration failed, or that the database is newer.
    throw error instanceof Error && systemCode(error) === null ? new StartFault(error.message) : error
  }
}

/** A server that does not answer, or refuses the login: said with the variable that leads there, never with the password in it. */
async function reaching<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = systemCode(error)
    if (code === null || !(error instanceof Error)) throw error
    throw new StartFault(`The database that ${variable} names cannot be used: ${error.message || code}.`)
  }
}

/** A login that owns tables or bypasses their policies would make every wall a drawing: refused before anything is served (T2). */
export async function refuseStrongLogin(appUrl: string): Promise<void> {
  const { strong, member } = await strengthOfLogin(appUrl)
  if (strong) {
    throw new StartFault(
      'The login of DATABASE_URL owns tables or bypasses row-level security: take a plain login that is a member of vitrine_app.',
    )
  }
  if (!member) throw new StartFault('The login of DATABASE_URL is no member of vitrine_app: grant vitrine_app to it.')
}
