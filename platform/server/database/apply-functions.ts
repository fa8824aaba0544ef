// Brings the SQL functions of a database up to date: applies the files of database/functions whose text differs from what the database
// has, all of them in one transaction. migrate.ts runs it after the migrations, under the same lock. Decision 0044.
import pg from 'pg'
import type { SqlFile } from './sql-files.ts'

/**
 * Applies the files that are due and returns their names.
 * @param all Applies every file: a migration has run, and may have replaced a function by another text.
 */
export async function applyFunctions(client: pg.Client, files: SqlFile[], all: boolean): Promise<string[]> {
  const { rows } = await client.query<{ file: string; hash: string }>('select file, hash from applied_functions')
  const applied = new Map(rows.map(({ file, hash }) => [file, hash]))
  const due = files.filter(({ name, hash }) => all || applied.get(name) !== hash)
  const names = files.map(({ name }) => name)
  if (due.length === 0 && rows.every(({ file }) => names.includes(file))) return []
  await client.query('begin')
  try {
    await applyInTurns(client, due)
    await client.query('delete from applied_functions where file <> all ($1)', [names])
    await client.query(
      `insert into applied_functions (file, hash) select * from unnest($1::text[], $2::text[])
       on conflict (file) do update set hash = excluded.hash, applied_at = now()`,
      [due.map(({ name }) => name), due.map(({ hash }) => hash)],
    )
    await client.query('commit')
  } catch (error) {
    // Without a connection there is nothing to roll back, and the first error is the one to report.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  return due.map(({ name }) => name)
}

const undefinedFunction = '42883'

/**
 * Applies the files in the order of their names. PostgreSQL looks up the functions that a body in SQL calls when it creates the function, so a
 * file that calls a new function of a later file waits for the next turn.
 */
async function applyInTurns(client: pg.Client, files: SqlFile[]): Promise<void> {
  const waiting: { file: SqlFile; fault: Error }[] = []
  for (const file of files) {
    await client.query('savepoint before_file')
    try {
      await client.query(file.sql)
    } catch (error) {
      const fault = faultOf(file, error)
      if (!(error instanceof pg.DatabaseError && error.code === undefinedFunction)) throw fault
      await client.query('rollback to savepoint before_file')
      waiting.push({ file, fault })
    }
  }
  const [first] = waiting
  if (!first) return
  if (waiting.length === files.length) throw first.fault
  await applyInTurns(
    client,
    waiting.map(({ file }) => file),
  )
}

function faultOf({ name, sql }: SqlFile, error: unknown): Error {
  const position = error instanceof pg.DatabaseError ? error.position : undefined
  const line = position ? `, line ${sql.slice(0, Number(position) - 1).split('\n').length}` : ''
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`The file database/functions/${name}.sql failed${line}: ${reason}`, { cause: error })
}
