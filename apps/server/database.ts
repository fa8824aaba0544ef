// The database of this start: the one that DATABASE_URL names, or the embedded PostgreSQL with a login of our own.
import pg from 'pg'
import type { Config } from '#platform/server/config.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startPostgres } from '../../tools/embedded-postgres.ts'
import { StartFault } from '../../tools/start-fault.ts'

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
    const isNew = await migrated(config.databaseOwnerUrl)
    await refuseStrongLogin(config.databaseUrl)
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl,
      isNew,
      embedded: false,
      stop: async () => undefined,
    }
  }
  const server = await startPostgres({ dataDir, log, onRestart: () => log('PostgreSQL had died and is back.') })
  const isNew = await migrated(server.ownerUrl)
  return {
    appUrl: await ensureLogin(server.ownerUrl, password),
    ownerUrl: server.ownerUrl,
    isNew,
    embedded: true,
    stop: server.stop,
  }
}

async function migrated(ownerUrl: string): Promise<boolean> {
  try {
    return (await migrate(ownerUrl)).includes('2026-11-21-01-ground')
  } catch (error) {
    throw new StartFault(error instanceof Error ? error.message : String(error))
  }
}

/** The embedded database's login for the portal, with the password of this data folder. */
export async function ensureLogin(ownerUrl: string, password: string): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rowCount } = await owner.query(`select from pg_roles where rolname = 'vitrine_portal'`)
    const verb = rowCount ? 'alter' : 'create'
    await owner.query(`${verb} role vitrine_portal login inherit nobypassrls password ${owner.escapeLiteral(password)}`)
    await owner.query('grant vitrine_app to vitrine_portal')
  } finally {
    await owner.end()
  }
  const url = new URL(ownerUrl)
  url.username = 'vitrine_portal'
  url.password = password
  return url.toString()
}

/** A login that owns tables or bypasses their policies would make every wall a drawing: refused before anything is served (T2). */
async function refuseStrongLogin(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ strong: boolean; member: boolean }>(`
      select r.rolsuper or r.rolbypassrls or pg_has_role('vitrine_platform', 'usage')
          or exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as strong,
        pg_has_role('vitrine_app', 'usage') as member
      from pg_roles r where rolname = current_user`)
    if (rows[0]?.strong) {
      throw new StartFault(
        'The login of DATABASE_URL owns tables or bypasses row-level security: take a plain login that is a member of vitrine_app.',
      )
    }
    if (!rows[0]?.member)
      throw new StartFault('The login of DATABASE_URL is no member of vitrine_app: grant vitrine_app to it.')
  } finally {
    await client.end()
  }
}
