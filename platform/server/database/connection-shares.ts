// Connection shares: a bulkhead with a bounded, fair queue in front of the connection pool, so that no business unit takes all connections.
// It knows no HTTP and no session. Next: ../session/gate.ts, which names the caller of each piece of work.
import type pg from 'pg'
import { Failure } from '#platform/contract/failure.ts'

/** The caller on whose behalf a connection is used. */
export type ConnectionCaller = {
  /** `unit`: calls with a session. `open`: calls without a session, such as sign-in. `system`: jobs and the process itself. */
  group: 'unit' | 'open' | 'system'
  /** Callers of a group take turns: a business unit, a client network. */
  name: string
  /** Set when the work searches: the session. It searches once at a time, and the searches of a business unit have a limit together. */
  searcher?: string
}

export type ConnectionShares = {
  /**
   * Runs the work with a connection of the pool. Fails with `call.unavailable` when the caller has no connection after 2 s, or when too
   * much work of the caller waits already. An aborted `signal` cancels the wait and the running statement of the work.
   */
  run<T>(caller: ConnectionCaller, work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T>
}

const longestWaitMs = 2_000
const maxWaitingPerCaller = 200
const noConnection = () => new Failure('call.unavailable', { retryAfter: 2 })

/**
 * How the connections of a pool are divided.
 * - `gate`: for all callers together. One connection stays free for the readiness check.
 * - `units`: for all business units together. The others stay free for sign-in and jobs.
 * - `unit`: one business unit gets a second connection only while fewer than these are in use by units.
 * - `searches`: connections of one business unit that may search. A search costs more time of PostgreSQL than other reads.
 * - `others`: for the calls without a session, and for the system.
 * A pool of ten: 9, 7, 4, 2, 4. A pool of fewer than five connections has no reserve.
 */
export function dividePool(max: number) {
  const isLarge = max >= 5
  const gate = isLarge ? max - 1 : max
  const units = isLarge ? gate - Math.max(1, Math.floor(max / 5)) : gate
  const unit = Math.max(1, Math.ceil(units / 2))
  return { gate, units, unit, searches: Math.max(1, Math.floor(unit / 2)), others: Math.max(1, Math.floor(gate / 2)) }
}

const keyOf = ({ group, name, searcher = '' }: ConnectionCaller) => `${group} ${name} ${searcher}`

type Waiting = { caller: ConnectionCaller; start(): void }

/** Example: `createConnectionShares(pool).run({ group: 'unit', name: tenantId }, (client) => client.query('select 1'))`. */
export function createConnectionShares(pool: pg.Pool): ConnectionShares {
  const limits = dividePool(pool.options.max)
  const taken = { unit: 0, open: 0, system: 0 }
  const perUnit = new Map<string, number>()
  /** The sessions that search now, by business unit. */
  const searchers = new Map<string, Set<string>>()
  /** The waiting requests of each caller. The caller that was served least recently comes first. */
  const queues = new Map<string, Waiting[]>()

  const maySearch = (unit: string, searcher: string) => {
    const present = searchers.get(unit)
    return present === undefined || (present.size < limits.searches && !present.has(searcher))
  }
  const hasShare = ({ group, name, searcher }: ConnectionCaller) => {
    if (searcher !== undefined && !maySearch(name, searcher)) return false
    if (taken.unit + taken.open + taken.system >= limits.gate) return false
    if (group !== 'unit') return taken[group] < limits.others
    return taken.unit < (perUnit.has(name) ? limits.unit : limits.units)
  }
  const take = ({ group, name, searcher }: ConnectionCaller) => {
    taken[group] += 1
    if (searcher !== undefined) searchers.set(name, new Set(searchers.get(name)).add(searcher))
    if (group === 'unit') perUnit.set(name, (perUnit.get(name) ?? 0) + 1)
  }
  const giveBack = ({ group, name, searcher }: ConnectionCaller) => {
    taken[group] -= 1
    const present = searchers.get(name)
    if (searcher !== undefined && present?.delete(searcher) && present.size === 0) searchers.delete(name)
    const left = (perUnit.get(name) ?? 1) - 1
    if (group === 'unit' && left > 0) perUnit.set(name, left)
    else if (group === 'unit') perUnit.delete(name)
    startNext()
  }
  /** Starts the work of every caller that has a share now. A caller that is served moves to the end of the round. */
  const startNext = () => {
    for (const [key, queue] of queues) {
      const [first] = queue
      if (!first || !hasShare(first.caller)) continue
      queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      take(first.caller)
      first.start()
    }
  }
  const leaveQueue = (key: string, waiting: Waiting) => {
    const rest = (queues.get(key) ?? []).filter((each) => each !== waiting)
    if (rest.length > 0) queues.set(key, rest)
    else queues.delete(key)
  }
  const wait = (caller: ConnectionCaller, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const key = keyOf(caller)
      const queue = queues.get(key) ?? []
      if (queue.length >= maxWaitingPerCaller) throw noConnection()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiting: Waiting = { caller, start: () => (end(), resolve()) }
      const giveUp = () => {
        end()
        leaveQueue(key, waiting)
        reject(noConnection())
      }
      const timer = setTimeout(giveUp, longestWaitMs)
      signal?.addEventListener('abort', giveUp)
      if (queue.push(waiting) === 1) queues.set(key, queue)
    })

  return {
    async run(caller, work, signal) {
      if (signal?.aborted) throw noConnection()
      if (hasShare(caller) && !queues.has(keyOf(caller))) take(caller)
      else await wait(caller, signal)
      try {
        return await withConnection(pool, work, signal)
      } finally {
        giveBack(caller)
      }
    },
  }
}

async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let isCancelled = false
  // The pool does not handle errors of a connection in use. Without a listener, a connection that breaks would end the process.
  const breaks = (error: Error) => (broken = error)
  const cancel = () => {
    isCancelled = true
    void cancelStatement(pool, client)
  }
  client.on('error', breaks)
  signal?.addEventListener('abort', cancel)
  try {
    if (signal?.aborted) throw noConnection()
    return await work(client)
  } finally {
    client.off('error', breaks)
    signal?.removeEventListener('abort', cancel)
    // A late cancellation could hit the next statement of the connection, so the pool closes the connection.
    client.release(broken ?? isCancelled)
  }
}

/** Cancels the running statement of a connection, on another connection. */
async function cancelStatement(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  // When it fails, the statement ends by its time-out.
  // The driver has the process id of the connection from its start; its types leave it out.
  const { processID } = client as pg.PoolClient & { processID: number }
  await pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
}
