// The only connection pool. Every statement is named by a hash of its text, so that PostgreSQL parses and plans it once per
// connection. Kysely does not name statements.
import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { stopwatch } from '../clock.ts'
import { presentTrace } from '../trace.ts'
import { parseNumeric } from './numeric.ts'

// PostgreSQL writes booleans as `t` and `f`.
pg.types.setTypeParser(pg.types.builtins.BOOL, (value: string) => value === 't')
// Counts are numbers (ours stay below 2^53), dates are YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, parseNumeric)
pg.types.setTypeParser(pg.types.builtins.DATE, (value: string) => value)

const names = new Map<string, string>()

/** The name of a statement: the same text has the same name on every connection. */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

export type PoolOptions = {
  url: string
  max: number
  onError(error: Error): void
  /** The time limit of a connection, in ms: 2 s unless given. */
  connectMs?: number
  /** The number of connections that stay open while nobody uses them. Default: 0; an idle connection is closed after 10 s. */
  keep?: number
}

/** The time limit of a connection while the portal starts, in ms: nobody waits for an answer, and a busy machine is slow. */
export const connectAtStartMs = 30_000

/**
 * Time-outs: 2 s for a connection, 15 s for a statement, 5 s for a lock. A caller gets 503 instead of an endless wait. The client's own
 * limit of 18 s applies when the server does not even report its time-out.
 */
export function openPool({ url, max, onError, connectMs = 2_000, keep = 0 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: Math.min(keep, max),
    connectionTimeoutMillis: connectMs,
    statement_timeout: 15_000,
    query_timeout: 18_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
    // Nearly every row is in memory. With the default cost, made for rotating disks, the planner scans all reports of a small
    // business unit instead of using an index.
    options: '-c random_page_cost=1.1',
    keepAlive: true,
    // Statements that are sent together need one round trip (together.ts).
    pipeline: true,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks (PostgreSQL restarted) is replaced. It must not end the process.
  pool.on('error', onError)
  return pool
}

/**
 * Opens the connections that a pool keeps, before the first call needs one. Tries again while a busy machine is slower than a call may
 * wait. @throws the last fault when they are not open after `connectAtStartMs`.
 */
export async function openKeptConnections(pool: pg.Pool): Promise<void> {
  const elapsed = stopwatch()
  const wanted = Array.from({ length: pool.options.min ?? 0 })
  for (;;) {
    const opened = await Promise.allSettled(wanted.map(() => pool.connect()))
    for (const one of opened) if (one.status === 'fulfilled') one.value.release()
    const refused = opened.find((one) => one.status === 'rejected')
    if (!refused) return
    if (elapsed() >= connectAtStartMs) throw refused.reason
    await sleep(100)
  }
}

/** A slow statement: its text without values, and the trace of the call that waited for it. */
export type SlowStatement = { ms: number; statement: string; text: string; trace: string | undefined }

/** The channel for slow statements. It is a Node diagnostics channel, because a statement has no access to a logger. */
export const slowStatements = channel('vitrine:slow-statement')
const slowAfterMs = 500
const longestText = 2_000

/** Logs slow statements, each with its trace. The answer stops it. */
export function logSlowStatements(log: { info(fields: object, message: string): void }): () => void {
  const listener = (published: unknown) => {
    const { ms, text, ...rest } = published as SlowStatement
    log.info({ ...rest, ms: Math.round(ms), text: text.slice(0, longestText) }, 'a slow statement')
  }
  slowStatements.subscribe(listener)
  return () => {
    slowStatements.unsubscribe(listener)
  }
}

/**
 * Runs a statement and reports it when it was slow, with the trace of the call. A trace inside the SQL is no option: a comment would give
 * every call its own text and defeat prepared statements, and a setting per connection would cost a round trip.
 */
export async function watched<T>(text: string, run: () => Promise<T>): Promise<T> {
  const elapsed = stopwatch()
  try {
    return await run()
  } finally {
    const ms = elapsed()
    if (ms >= slowAfterMs) {
      const slow: SlowStatement = { ms, statement: statementName(text), text, trace: presentTrace() }
      slowStatements.publish(slow)
    }
  }
}

/** Runs one named statement and answers its rows. */
export async function runNamed(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const result = await resultOf(client, text, values)
  return result.rows
}

/** Runs one named statement and answers its rows with the description of their columns. */
export function resultOf(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Record<string, unknown>>> {
  const statement = { name: statementName(text), text, values }
  return watched(text, () => client.query<Record<string, unknown>>(statement))
}
