// Runs planned statements on a built database: connection pool, prepared statements, row limit, time limit, abort.
// It knows no DAX. The database is read-only and has no access to files, network or settings.
// Next: engine.ts.
import { DuckDBInstance, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api'
import type { Value } from '../model/model.ts'
import { DaxError } from './errors.ts'
import type { Identity } from './security.ts'
import type { Parameter } from './sql.ts'
import { createFairQueue } from './fair-queue.ts'

export type Run<Planned extends Statement> = {
  /** Compiles the statement. Called when the caller has a connection: compilations count against the caller's share. */
  statement: () => Promise<Planned> | Planned
  identity: Identity | null
  maxRows: number
  timeLimit: number
  signal: AbortSignal | null
  /** Key of the caller, for the fair queue. */
  caller: string
}

export type Statement = { text: string; parameters: Parameter[] }

export type Database = {
  run<Planned extends Statement>(run: Run<Planned>): Promise<Answer & { statement: Planned }>
  /** Fulfilled when all running and waiting queries have ended and the database is closed. */
  close(): Promise<void>
}

type Answer = { rows: Value[][]; truncated: boolean }

type PooledConnection = { connection: DuckDBConnection; statements: Map<string, DuckDBPreparedStatement> }

const POOL_SIZE = 4
/** Maximum connections of one caller at a time. One connection always stays free for other callers. */
const MAX_PER_CALLER = POOL_SIZE - 1
const MAX_STATEMENTS = 200

/** Statements longer than this are not cached, because they are rare and large. */
export const LONGEST_KEPT = 50_000

/** Throws DamagedDatabase if the file is missing or cannot be read. */
export async function openDatabase(path: string): Promise<Database> {
  const instance = await opened(path)
  const connections = await Promise.all(
    Array.from({ length: POOL_SIZE }, async (): Promise<PooledConnection> => ({
      connection: await instance.connect(),
      statements: new Map(),
    })),
  )
  return new PooledDatabase(instance, connections)
}

function opened(path: string): Promise<DuckDBInstance> {
  return DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
    enable_external_access: 'false',
    // Two threads per database leave processor cores for other work.
    threads: '2',
    memory_limit: '2GB',
    max_expression_depth: '5000',
    lock_configuration: 'true',
  }).catch((error: unknown) => {
    throw new DamagedDatabase(error)
  })
}

/** Connection pool. Queries wait for a free connection in a fair queue. */
class PooledDatabase implements Database {
  private readonly instance: DuckDBInstance
  private readonly free: PooledConnection[]
  private readonly inUse = new Map<string, number>()
  private readonly waiting = createFairQueue<(pooled: PooledConnection) => void>()
  private busy = 0
  private closing = false
  private isClosed = false
  private readonly closed = Promise.withResolvers<void>()

  constructor(instance: DuckDBInstance, connections: PooledConnection[]) {
    this.instance = instance
    this.free = connections
  }

  async run<Planned extends Statement>(run: Run<Planned>): Promise<Answer & { statement: Planned }> {
    if (this.closing) throw new Error('The database is closed.')
    this.busy++
    const pooled = await this.acquire(run.caller)
    try {
      const statement = await run.statement()
      return { statement, ...(await runOn(pooled, run, statement)) }
    } finally {
      this.busy--
      this.release(pooled, run.caller)
      this.finish()
    }
  }

  private acquire(caller: string): Promise<PooledConnection> {
    return new Promise((resolve) => {
      this.waiting.add(caller, resolve)
      this.serve()
    })
  }

  private release(pooled: PooledConnection, caller: string): void {
    const runningCount = (this.inUse.get(caller) ?? 0) - 1
    if (runningCount > 0) this.inUse.set(caller, runningCount)
    else this.inUse.delete(caller)
    this.free.push(pooled)
    this.serve()
  }

  private serve(): void {
    for (let pooled = this.free.pop(); pooled; pooled = this.free.pop()) {
      const next = this.waiting.take((caller) => (this.inUse.get(caller) ?? 0) < MAX_PER_CALLER)
      if (!next) return void this.free.push(pooled)
      this.inUse.set(next.caller, (this.inUse.get(next.caller) ?? 0) + 1)
      next.entry(pooled)
    }
  }

  close(): Promise<void> {
    this.closing = true
    this.finish()
    return this.closed.promise
  }

  private finish(): void {
    if (!this.closing || this.isClosed || this.busy > 0) return
    this.isClosed = true
    for (const pooled of this.free) pooled.connection.closeSync()
    this.instance.closeSync()
    this.closed.resolve()
  }
}

async function runOn(pooled: PooledConnection, run: Run<Statement>, planned: Statement): Promise<Answer> {
  if (run.signal?.aborted) throw stopped()
  let fault: DaxError | null = null
  const stop = (reason: DaxError): void => {
    fault ??= reason
    pooled.connection.interrupt()
  }
  const timer = setTimeout(() => stop(new DaxError('limit', 'The question took too long.')), run.timeLimit)
  const onAbort = (): void => stop(stopped())
  run.signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const statement = await prepared(pooled, planned.text)
    if (fault) throw fault as DaxError // An interrupt during the preparation has no effect on the execution.
    bind(statement, planned.parameters, run.identity)
    const reader = await statement.streamAndReadUntil(run.maxRows + 1)
    const rows = reader.getRowsJS()
    if (fault) throw fault as DaxError
    return { rows: rows.slice(0, run.maxRows).map((row) => row.map(toValue)), truncated: rows.length > run.maxRows }
  } catch (error) {
    throw fault ?? translated(error)
  } finally {
    clearTimeout(timer)
    run.signal?.removeEventListener('abort', onAbort)
  }
}

/** The error of a query whose caller has left. */
export function stopped(): DaxError {
  return new DaxError('limit', 'The question was stopped.')
}

async function prepared(pooled: PooledConnection, text: string): Promise<DuckDBPreparedStatement> {
  const known = pooled.statements.get(text)
  if (known) return known
  const statement = await pooled.connection.prepare(text)
  if (text.length > LONGEST_KEPT) return statement // The garbage collector frees it.
  pooled.statements.set(text, statement)
  const [oldest] = pooled.statements
  if (pooled.statements.size > MAX_STATEMENTS && oldest) {
    pooled.statements.delete(oldest[0])
    oldest[1].destroySync()
  }
  return statement
}

function bind(statement: DuckDBPreparedStatement, parameters: Parameter[], identity: Identity | null): void {
  for (const [index, parameter] of parameters.entries()) {
    const value = parameter.kind === 'value' ? parameter.value : (identity?.[parameter.field] ?? null)
    if (value === null) statement.bindNull(index + 1)
    else if (typeof value === 'bigint') statement.bindBigInt(index + 1, value)
    else if (typeof value === 'number') statement.bindDouble(index + 1, value)
    else if (typeof value === 'boolean') statement.bindBoolean(index + 1, value)
    else statement.bindVarchar(index + 1, value)
  }
}

function toValue(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Error(`The database answered a ${typeof value}.`)
}

function dateText(value: Date): string {
  const text = value.toISOString().slice(0, -1)
  return text.endsWith('.000') ? text.slice(0, -4) : text
}

/** The database file cannot be read. It must be built again. */
export class DamagedDatabase extends Error {
  constructor(cause: unknown) {
    super('The database file is damaged.', { cause })
    this.name = 'DamagedDatabase'
  }
}

/** Converts errors that depend on the data, such as overflow or two values for LOOKUPVALUE. Other errors are bugs and stay as they are. */
function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const [kind = '', sentence = ''] = error.message.split(/: (.*)/s)
  if (/LOOKUPVALUE found more than one value/.test(sentence))
    return new DaxError('binding', 'LOOKUPVALUE found more than one value.')
  if (/A series is too long/.test(sentence)) return new DaxError('limit', 'A series is longer than a million values.')
  if (/Out of Range|Conversion/.test(kind))
    return new DaxError('limit', 'A number in the answer is too large, or a value cannot be converted.')
  if (/Out of Memory/.test(kind)) return new DaxError('limit', 'The question needs more memory than it may have.')
  if (/^(IO|Serialization|FATAL|INTERNAL)\b/.test(kind)) return new DamagedDatabase(error)
  if (/depth|Depth/.test(sentence)) return new DaxError('limit', 'The question is too deep.')
  return error
}
