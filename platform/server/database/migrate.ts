// Migrates a database: runs each file of database/migrations once, in order, each in its own transaction. Then it brings the SQL functions
// up to date. Forward only. A database that does not fit is refused before anything is written to it: see refusal().
// Next: apply-functions.ts.
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { applyFunctions } from './apply-functions.ts'
import { type SqlFile, readSqlFiles } from './sql-files.ts'

const lockKey = 7_105_822_014
const oldestServer = 16

/** The first file of the baseline. A database that ran an older file was made before the migrations were folded into the baseline. */
export const firstMigration = '2026-11-22-01-ground'

type Ran = Pick<SqlFile, 'name' | 'hash'>

/**
 * Runs the missing migrations, applies the files of SQL functions that are due, and returns the names of both, those of functions below
 * `functions/`. An advisory lock lets concurrent processes wait for the first one.
 */
export async function migrate(ownerUrl: string, functions?: SqlFile[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, lock_timeout: 60_000 })
  // A server that stops between two queries ends the connection, and nobody waits for an answer then. The next query fails with the reason.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const migrations = await readSqlFiles('migrations')
    const ran = await readRan(client)
    const sentence = refusal(await readServerVersion(client), ran, migrations)
    if (sentence) throw new Error(sentence)
    const names = await runMissing(client, ran, migrations)
    const applied = await applyFunctions(client, functions ?? (await readSqlFiles('functions')), names.length > 0)
    return [...names, ...applied.map((name) => `functions/${name}`)]
  } finally {
    await client.end()
  }
}

/** Why these migrations must not run on a database, in one sentence that says what to do; null when they may. */
export function refusal(serverVersion: number, ran: Ran[], migrations: SqlFile[]): string | null {
  const major = Math.floor(serverVersion / 10_000)
  if (major < oldestServer)
    return `The database server is PostgreSQL ${major}: use PostgreSQL ${oldestServer} or later.`
  if (ran.some(({ name }) => name < firstMigration))
    return 'The database was made by a version from before 22 November 2026, whose tables cannot be upgraded: begin with an empty database, or with another data folder (DATA_DIR).'
  const hashes = new Map(migrations.map(({ name, hash }) => [name, hash]))
  const unknown = ran.find(({ name }) => !hashes.has(name))
  if (unknown) return `The database is newer than this version: it has the migration ${unknown.name}.`
  const changed = ran.find(({ name, hash }) => hashes.get(name) !== hash)
  if (changed)
    return `The migration ${changed.name} changed after it had run on this database: go back to the version that ran it, or begin with another database (DATA_DIR).`
  return null
}

async function readServerVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  return rows[0]?.version ?? 0
}

/** Reads the migrations that have run. It does not create their table: a database that is refused must stay unchanged. */
async function readRan(client: pg.Client): Promise<Ran[]> {
  const { rowCount } = await client.query(`select from pg_class where oid = to_regclass('migrations')`)
  if (rowCount === 0) return []
  return (await client.query<Ran>('select name, hash from migrations')).rows
}

async function runMissing(client: pg.Client, ran: Ran[], migrations: SqlFile[]): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    name text primary key, hash text not null, ran_at timestamptz not null default now())`)
  const done = new Set(ran.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !done.has(name))
  for (const migration of missing) await runOne(client, migration)
  return missing.map(({ name }) => name)
}

/** A line of a migration that is replaced by the statements with which pg-boss creates its tables. */
const queueTablesMark = '-- (the tables of pg-boss are created here)'

/** The SQL that creates the tables of pg-boss, without its transaction: a migration has its own. */
const queueTables = () =>
  getConstructionPlans('pgboss')
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')

async function runOne(client: pg.Client, { name, sql, hash }: SqlFile): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql.replace(queueTablesMark, queueTables))
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    // The roll-back fails without a connection. The first error is the one to report.
    await client.query('rollback').catch(() => undefined)
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
