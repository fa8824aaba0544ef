// Runs planned statements on a built database: a few connections, prepared statements, limits of rows and time, stopping.
// It understands no DAX. The database is read-only and closed to files, network and settings.
// Next: engine.ts.
import { DuckDBInstance, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api'
import type { Value } from '../model/model.ts'
import { DaxError } from './errors.ts'
import type { Identity } from './security.ts'
import type { Parameter } from './sql.ts'
import { createWaiting } from './waiting.ts'

export type Run = {
  text: string
  parameters: Parameter[]
  identity: Identity | null
  maxRows: number
  timeLimit: number
  signal: AbortSignal | null
  /** Who asks, for those who wait to be served in turn. */
  whose: string
}

export type Database = { run(run: Run): Promise<{ rows: Value[][]; truncated: boolean }>; close(): void }

type Lane = { connection: DuckDBConnection; statements: Map<string, DuckDBPreparedStatement> }

const LANES = 4
/** Of one who asks, at once: one question may take several lanes, and somebody else's finds a free one all the same. */
const MOST_LANES = LANES - 1
const MOST_STATEMENTS = 200

/** Longer statements are rare and heavy: they are made anew each time. */
export const LONGEST_KEPT = 50_000

export async function openDatabase(path: string): Promise<Database> {
  const instance = await DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
    enable_external_access: 'false',
    // Each question runs wide only as far as the machine's cores are not needed by its neighbours.
    threads: '2',
    memory_limit: '2GB',
    max_expression_depth: '5000',
    lock_configuration: 'true',
  })
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async (): Promise<Lane> => ({
      connection: await instance.connect(),
      statements: new Map(),
    })),
  )
  return new LanedDatabase(instance, lanes)
}

/** As many questions at once as there are lanes; the others wait, and whoever asks has their turn. */
class LanedDatabase implements Database {
  private readonly instance: DuckDBInstance
  private readonly free: Lane[]
  private readonly held = new Map<string, number>()
  private readonly waiting = createWaiting<(lane: Lane) => void>()
  private busy = 0
  private closing = false

  constructor(instance: DuckDBInstance, lanes: Lane[]) {
    this.instance = instance
    this.free = lanes
  }

  async run(run: Run): Promise<{ rows: Value[][]; truncated: boolean }> {
    if (this.closing) throw new Error('The database is closed.')
    this.busy++
    const lane = await this.take(run.whose)
    try {
      return await runOn(lane, run)
    } finally {
      this.busy--
      this.giveBack(lane, run.whose)
      this.finish()
    }
  }

  private take(whose: string): Promise<Lane> {
    return new Promise((resolve) => {
      this.waiting.add(whose, resolve)
      this.serve()
    })
  }

  private giveBack(lane: Lane, whose: string): void {
    const held = (this.held.get(whose) ?? 0) - 1
    if (held > 0) this.held.set(whose, held)
    else this.held.delete(whose)
    this.free.push(lane)
    this.serve()
  }

  private serve(): void {
    for (let lane = this.free.pop(); lane; lane = this.free.pop()) {
      const next = this.waiting.take((whose) => (this.held.get(whose) ?? 0) < MOST_LANES)
      if (!next) return void this.free.push(lane)
      this.held.set(next.whose, (this.held.get(next.whose) ?? 0) + 1)
      next.waiter(lane)
    }
  }

  /** Questions that run or wait are answered first: a connection must not go away under them. */
  close(): void {
    if (this.closing) return
    this.closing = true
    this.finish()
  }

  private finish(): void {
    if (!this.closing || this.busy > 0) return
    for (const lane of this.free) lane.connection.closeSync()
    this.instance.closeSync()
  }
}

async function runOn(lane: Lane, run: Run): Promise<{ rows: Value[][]; truncated: boolean }> {
  if (run.signal?.aborted) throw stopped()
  let fault: DaxError | null = null
  const stop = (reason: DaxError): void => {
    fault ??= reason
    lane.connection.interrupt()
  }
  const timer = setTimeout(() => stop(new DaxError('limit', 'The question took too long.')), run.timeLimit)
  const onAbort = (): void => stop(stopped())
  run.signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const statement = await prepared(lane, run)
    bind(statement, run)
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

function stopped(): DaxError {
  return new DaxError('limit', 'The question was stopped.')
}

async function prepared(lane: Lane, run: Run): Promise<DuckDBPreparedStatement> {
  const known = lane.statements.get(run.text)
  if (known) return known
  const statement = await lane.connection.prepare(run.text)
  if (run.text.length > LONGEST_KEPT) return statement // Freed with the last that holds it.
  lane.statements.set(run.text, statement)
  const [oldest] = lane.statements
  if (lane.statements.size > MOST_STATEMENTS && oldest) {
    lane.statements.delete(oldest[0])
    oldest[1].destroySync()
  }
  return statement
}

function bind(statement: DuckDBPreparedStatement, run: Run): void {
  for (const [index, parameter] of run.parameters.entries()) {
    const value = parameter.kind === 'value' ? parameter.value : (run.identity?.[parameter.field] ?? null)
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

/** Faults that only rows can show: overflow, two values for LOOKUPVALUE. A plan that does not bind is a fault of ours. */
function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const [kind = '', sentence = ''] = error.message.split(/: (.*)/s)
  if (/LOOKUPVALUE found more than one value/.test(sentence))
    return new DaxError('binding', 'LOOKUPVALUE found more than one value.')
  if (/A series is too long/.test(sentence)) return new DaxError('limit', 'A series is longer than a million values.')
  if (/Out of Range|Conversion/.test(kind))
    return new DaxError('limit', 'A number in the answer is too large, or a value cannot be converted.')
  if (/Out of Memory/.test(kind)) return new DaxError('limit', 'The question needs more memory than it may have.')
  if (/depth|Depth/.test(sentence)) return new DaxError('limit', 'The question is too deep.')
  return error
}
