// The one pool of connections. Every statement is named by a hash of its text, so that PostgreSQL parses and plans it once
// a connection; Kysely does not name statements itself.
import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import pg from 'pg'
import { stopwatch } from '../clock.ts'
import { presentTrace } from '../trace.ts'
import { parseNumeric } from './numeric.ts'

// PostgreSQL spells them so and in no other way.
pg.types.setTypeParser(pg.types.builtins.BOOL, (value: string) => value === 't')
// Answers carry numbers and ISO days: counts as numbers (none of ours passes 2^53), dates as YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, parseNumeric)
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

/** A statement that took long: its text, which holds no values, and the trace of the call that waited for it. */
export type SlowStatement = { ms: number; statement: string; text: string; trace: string | undefined }

/** Where slow statements are told. Node's own channel, because a statement knows its connection and nobody's logger. */
export const slowStatements = channel('vitrine:slow-statement')
const slowAfterMs = 500
const longestText = 2_000

/** Writes slow statements into a log, each with its trace; the answer ends it. */
export function tellSlowStatements(log: { info(fields: object, message: string): void }): () => void {
  const listener = (told: unknown) => {
    const { ms, text, ...slow } = told as SlowStatement
    log.info({ ...slow, ms: Math.round(ms), text: text.slice(0, longestText) }, 'a slow statement')
  }
  slowStatements.subscribe(listener)
  return () => {
    slowStatements.unsubscribe(listener)
  }
}

/**
 * Runs a statement and tells when it was slow. This is where a trace meets SQL: a comment in each text would give every call a text of
 * its own and end prepared statements; setting a name for each connection would cost a round trip.
 */
export async function watched<T>(text: string, run: () => Promise<T>): Promise<T> {
  const elapsed = stopwatch()
  try {
    return await run()
  } finally {
    const ms = elapsed()
    if (ms >= slowAfterMs) {
      const told: SlowStatement = { ms, statement: statementName(text), text, trace: presentTrace() }
      slowStatements.publish(told)
    }
  }
}

/** Runs one named statement outside any transaction. */
export async function runNamed(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const statement = { name: statementName(text), text, values }
  const result = await watched(text, () => client.query<Record<string, unknown>>(statement))
  return result.rows
}
