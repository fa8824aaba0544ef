// The one pool of connections. Every statement is named by a hash of its text, so that PostgreSQL parses and plans it once
// a connection; Kysely does not name statements itself.
import { createHash } from 'node:crypto'
import pg from 'pg'

// PostgreSQL spells them so and in no other way.
pg.types.setTypeParser(pg.types.builtins.BOOL, (value: string) => value === 't')
// Answers carry numbers and ISO days: counts as numbers (none of ours passes 2^53), dates as YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value: string) => value)

const names = new Map<string, string>()

/** A statement's name: the same text has the same name on every connection. */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

export type PoolOptions = { url: string; max: number; onError(error: Error): void }

/**
 * Waits for a connection at most 2 s, for a statement 15 s, for a lock 5 s: a caller gets a 503, never a hang. A server that
 * answers no more at all, not even with its own time-outs, is waited for a little longer than those.
 */
export function openPool({ url, max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 15_000,
    query_timeout: 18_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
    // Nearly every row is in memory. With the default, which thinks of a turning disk, the planner reads all of a small business
    // unit's reports rather than ask an index for one.
    options: '-c random_page_cost=1.1',
    keepAlive: true,
    allowExitOnIdle: true,
  })
  // A connection that breaks while idle (PostgreSQL restarted) is dropped and replaced; it must not end the process.
  pool.on('error', onError)
  return pool
}

/** Runs one named statement outside any transaction. */
export async function runNamed(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const result = await client.query<Record<string, unknown>>({ name: statementName(text), text, values })
  return result.rows
}
