// Migrates a database: runs each file of database/migrations once, in order, each in its own transaction.
// Forward only. A file that changed after it ran is a fault, and so is a database newer than this version.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'

const folder = fileURLToPath(new URL('../../../database/migrations/', import.meta.url))
const lockKey = 7_105_822_014

export type Migration = { name: string; sql: string; hash: string }

/** Runs the missing migrations and answers their names. Of several processes one runs, and the others wait (advisory lock). */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, lock_timeout: 60_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, ran_at timestamptz not null default now())`)
    return await runMissing(client, await readMigrations())
  } finally {
    await client.end()
  }
}

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(`${folder}${file}`, 'utf8')
      return { name: file.replace(/\.sql$/, ''), sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function runMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  const done = new Map(rows.map((row) => [row.name, row.hash]))
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = rows.find((row) => !known.has(row.name))
  if (unknown) throw new Error(`The database is newer than this version: it has the migration ${unknown.name}.`)
  const ran: string[] = []
  for (const migration of migrations) {
    const hash = done.get(migration.name)
    if (hash === migration.hash) continue
    if (hash)
      throw new Error(
        `The migration ${migration.name} changed after it had run on this database: go back to the version that ran it, or begin with another database (DATA_DIR).`,
      )
    await runOne(client, migration)
    ran.push(migration.name)
  }
  return ran
}

/** The line of a migration that is replaced by the queue tables of the pg-boss library. */
const queueTablesMark = '-- (here stand the tables of pg-boss)'

/** Without the library's transaction, because each migration has its own. */
const queueTables = () =>
  getConstructionPlans('pgboss')
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')

async function runOne(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql.replace(queueTablesMark, queueTables))
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
