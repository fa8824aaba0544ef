// List exports: reads the rows of the list's query through a cursor, under the session's row-level security, and streams them.
// It knows no noun; the feature names the columns. Next: cursor.ts (reading), csv.ts and xlsx.ts (writing).
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Language } from '#catalogue/languages.ts'
import { type PageSize, exports } from '#catalogue/limits.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import type { CallThat, InputOf } from '#platform/contract/call.ts'
import type { ExportFormat } from '#platform/contract/export.ts'
import { type FileAnswer, type FileContext, type Route, file } from '../http/route.ts'
import type { Database } from '../database/kysely.ts'
import type { Gate, SessionQuery } from '../session/gate.ts'
import { mapInSlices } from '../slices.ts'
import { readParts } from './cursor.ts'
import { takeSlot } from './slots.ts'
import { writeCsv } from './csv.ts'
import { type Cell, type Sheet, type SheetColumn, wallClock } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

/** The reader of a file: the language of titles and words, and the time zone of instants. */
export type Reader = {
  language: Language
  timezone: string
  /** The feature's phrase under the first of these keys that exists. Example: `word('field.people', 'people')`. */
  word(...keys: [string, ...string[]]): string
  /** The word for yes or no. */
  yesNo(value: boolean): string
  /** The title of the creation date column. */
  madeOn: string
}

type ExportCall = CallThat<'outside'> & {
  input: { _zod: { output: { format: ExportFormat; columns?: string | undefined } } }
}

export type ExportOptions<C extends ExportCall, Row> = {
  /** The target type of the audit entry. */
  target: string
  /** The query of the list, for one page with the maximum rows of a file. It may leave out an expensive total count. */
  query: (options: InputOf<C> & { page: number; size: PageSize }) => SessionQuery<Row>
  /** `db` is for columns that are records, such as custom fields. */
  columns: (reader: Reader, db: Database, input: InputOf<C>) => SheetColumn<Row>[] | Promise<SheetColumn<Row>[]>
  /** Time in which the browser must take one batch, instead of `exports.stallTimeoutMs`. */
  stallTimeoutMs?: number
}

/**
 * The route of an `exportCall`. A list with `rows(listThings, store.pageQuery, …)` gets an export by
 * `exportThings = exportCall(listThings)` in the contract, and
 *
 *     exported(exportThings, {
 *       target: 'thing',
 *       query: store.pageQuery,
 *       columns: ({ word }) => [{ key: 'name', title: word('field.name'), value: ({ name }) => name }],
 *     })
 *
 * The file name is the list's `title` phrase. The audit entry is written before the first row is sent. When the browser disconnects,
 * reading stops. When the browser does not take a batch within 20 s, the download is aborted, because its slot and its connection are
 * needed by others (slots.ts). PostgreSQL would end the idle transaction then, too (database/pool.ts).
 */
export function exported<C extends ExportCall, Row>(call: C, options: ExportOptions<C, Row>): Route {
  return file(call, (context, input) => send(context, input, options, context.transaction))
}

/**
 * The same for platform tables, whose row-level security policy admits no session. `acrossTenants` opens them, with a reason.
 * Example: `exportedAcross(gate.acrossTenants, 'export dead jobs', exportDeadJobs, { … })`.
 */
export function exportedAcross<C extends ExportCall, Row>(
  acrossTenants: Gate['acrossTenants'],
  reason: string,
  call: C,
  options: ExportOptions<C, Row>,
): Route {
  return file(call, (context, input) =>
    send(context, input, options, (work) => acrossTenants(reason, (db) => work({ db }))),
  )
}

/** Runs work in a transaction that may read the rows. */
type RunTransaction = (work: (context: { db: Database }) => Promise<void>) => Promise<void>

async function send<C extends ExportCall, Row>(
  context: FileContext,
  input: InputOf<C>,
  options: ExportOptions<C, Row>,
  inTransaction: RunTransaction,
): Promise<FileAnswer> {
  const leave = takeSlot(context.actor)
  try {
    const query = options.query({ ...(input as object), page: 1, size: exports.rows as PageSize } as never)
    const reader = readerOf(context)
    const target = { type: options.target, id: null, name: reader.word('title') }
    const columns = await context.transaction(async ({ audit, db }) => {
      await audit({ target, after: auditedQuery(input) })
      return chosen(await options.columns(reader, db, input), input.columns)
    })
    const stallTimeoutMs = options.stallTimeoutMs ?? exports.stallTimeoutMs
    const day = wallClock(reader.timezone)(context.clock.now()).slice(0, 10)
    return await start(inTransaction, query, { reader, columns, format: input.format, day, stallTimeoutMs }, leave)
  } catch (error) {
    leave()
    throw error
  }
}

function readerOf({ actor, caller: { language }, phrase }: FileContext): Reader {
  return {
    language,
    timezone: actor.timezone,
    word: (...keys) =>
      keys.map(phrase).find((word) => word !== undefined) ?? keys[0].slice(keys[0].lastIndexOf('.') + 1),
    yesNo: (value) => generalWord(language, value ? 'general.action.yes' : 'general.action.no'),
    madeOn: generalWord(language, 'general.list.createdAt'),
  }
}

/** By its full key, so that the check for unused phrases finds the key. */
function generalWord(language: Language, key: string): string {
  const [, namespace = '', name = ''] = key.split('.')
  const phrases: { [place: string]: { [name: string]: string } } = generalPhrases[language]
  return phrases[namespace]?.[name] ?? name
}

/** Ignores unknown column names. When no name is known, the file has all columns. */
function chosen<Row>(columns: SheetColumn<Row>[], names: string | undefined): SheetColumn<Row>[] {
  const requestedNames = new Set(names?.split(','))
  const found = columns.filter(({ key }) => requestedNames.has(key))
  return found.length > 0 ? found : columns
}

/** The part of the query that the audit entry keeps: format, search and filters, without the sort order. */
function auditedQuery(input: object): object {
  const { sort: _, order: __, ...rest } = input as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''))
}

type Shape<Row> = {
  reader: Reader
  columns: SheetColumn<Row>[]
  format: ExportFormat
  day: string
  stallTimeoutMs: number
}

/**
 * Answers when the first rows are there: until then a failure is a normal error answer and not a broken file. `leave` is called when the
 * file is sent or aborted and its connection is free.
 */
function start<Row>(
  inTransaction: RunTransaction,
  query: SessionQuery<Row>,
  { reader, columns, format, day, stallTimeoutMs }: Shape<Row>,
  leave: () => void,
): Promise<FileAnswer> {
  const body = new PassThrough()
  // Fastify handles errors while it reads the body. Before that, an error must not end the process.
  body.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    inTransaction(async ({ db }) => {
      const parts = readParts(db, query)
      const first = await parts.next()
      resolve({ name: `${reader.word('title')} ${day}.${format}`, type: types[format], body })
      const patience = setTimeout(() => body.destroy(new Error('the client does not read the file')), stallTimeoutMs)
      const rest = watched(parts, patience)
      const written = writers[format](sheetOf(first, rest, columns, reader))
      await pipeline(written, body, { end: false }).finally(() => clearTimeout(patience))
    })
      .then(() => {
        // The slot is freed before the last byte, so that the receiver can start the next export at once.
        leave()
        body.end()
      })
      .catch((error: Error) => {
        // Before the first rows this is the error of the call. Later the download breaks off, which a browser detects.
        reject(error)
        body.destroy(error)
      })
      .finally(leave)
  })
}

/** Restarts the stall timer after a batch is read and when the next is requested: the database's time does not count. */
async function* watched<Row>(parts: AsyncGenerator<Row[], void>, patience: NodeJS.Timeout) {
  patience.refresh()
  for await (const part of parts) {
    patience.refresh()
    yield part
    patience.refresh()
  }
}

const writers = { csv: writeCsv, xlsx: writeXlsx }

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function sheetOf<Row>(
  first: IteratorResult<Row[], void>,
  rest: AsyncGenerator<Row[], void>,
  columns: SheetColumn<Row>[],
  { word, language, timezone }: Reader,
): Sheet {
  async function* parts(): AsyncGenerator<Cell[][]> {
    for (let part = first; !part.done; part = await rest.next()) {
      yield await mapInSlices(part.value, (row) => columns.map(({ value }) => value(row)))
    }
  }
  return { name: word('title'), titles: columns.map(({ title }) => title), parts: parts(), language, timezone }
}
