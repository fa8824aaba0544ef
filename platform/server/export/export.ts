// A list as a file: the rows of a list's own query, read through a cursor inside the session's walls and sent while they are read.
// It knows no noun; a feature says what its columns are. Next: cursor.ts (how rows come), csv.ts and xlsx.ts (how they are written).
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
import { readParts } from './cursor.ts'
import { takePlace } from './places.ts'
import { writeCsv } from './csv.ts'
import { type Cell, type Sheet, type SheetColumn, wallClock } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

/** For whom a file is: titles and words in this language, instants in this zone. */
export type Reader = {
  language: Language
  timezone: string
  /** The feature's own words under the first of these keys that has some. Example: `word('field.people', 'people')`. */
  word(...keys: [string, ...string[]]): string
  /** Yes or no. */
  yesNo(value: boolean): string
  /** The title of the instant at which a record was made. */
  madeOn: string
}

type ExportCall = CallThat<'outside'> & {
  input: { _zod: { output: { format: ExportFormat; columns?: string | undefined } } }
}

export type ExportOptions<C extends ExportCall, Row> = {
  /** What the entry in the audit trail is about. */
  target: string
  /** The list's own query: it is asked for one page, as large as a file may be. A dear count may be left out of it. */
  query: (options: InputOf<C> & { page: number; size: PageSize }) => SessionQuery<Row>
  /** `db` for columns that a business unit defined itself. */
  columns: (reader: Reader, db: Database) => SheetColumn<Row>[] | Promise<SheetColumn<Row>[]>
  /** How long a browser may take over what was read at once, instead of `exports.stallTimeoutMs`. */
  stallTimeoutMs?: number
}

/**
 * The route of an `exportCall`. A list that has `rows(listThings, store.pageQuery, …)` gets its file with a call
 * `exportThings = exportCall(listThings)` in the contract, and
 *
 *     exported(exportThings, {
 *       target: 'thing',
 *       query: store.pageQuery,
 *       columns: ({ word }) => [{ key: 'name', title: word('field.name'), value: ({ name }) => name }],
 *     })
 *
 * The file is called as the feature's phrases call the list (`title`). The trail has its entry before the first row leaves. A browser
 * that goes away ends the reading; one that does not take within twenty seconds what was read at once loses it, because its place and
 * its connection are needed by others (places.ts; PostgreSQL would end the connection then, too: database/pool.ts).
 */
export function exported<C extends ExportCall, Row>(call: C, options: ExportOptions<C, Row>): Route {
  return file(call, (context, input) => send(context, input, options, context.transaction))
}

/**
 * The same for rows behind the platform's wall, which no session reads: `acrossTenants` opens it, for the reason that is given.
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

/** A transaction in which rows may be read. */
type Ground = (work: (context: { db: Database }) => Promise<void>) => Promise<void>

async function send<C extends ExportCall, Row>(
  context: FileContext,
  input: InputOf<C>,
  options: ExportOptions<C, Row>,
  ground: Ground,
): Promise<FileAnswer> {
  const leave = takePlace(context.actor)
  try {
    const query = options.query({ ...(input as object), page: 1, size: exports.rows as PageSize } as never)
    const reader = readerOf(context)
    const target = { type: options.target, id: null, name: reader.word('title') }
    const columns = await context.transaction(async ({ audit, db }) => {
      await audit({ target, after: asked(input) })
      return chosen(await options.columns(reader, db), input.columns)
    })
    const stallTimeoutMs = options.stallTimeoutMs ?? exports.stallTimeoutMs
    const day = wallClock(reader.timezone)(context.clock.now()).slice(0, 10)
    return await start(ground, query, { reader, columns, format: input.format, day, stallTimeoutMs }, leave)
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

/** By its full key, by which it is also known to be in use. */
function generalWord(language: Language, key: string): string {
  const [, place = '', name = ''] = key.split('.')
  const phrases: { [place: string]: { [name: string]: string } } = generalPhrases[language]
  return phrases[place]?.[name] ?? name
}

/** A name that no column has is passed over; when none is left a file has them all. */
function chosen<Row>(columns: SheetColumn<Row>[], names: string | undefined): SheetColumn<Row>[] {
  const wanted = new Set(names?.split(','))
  const found = columns.filter(({ key }) => wanted.has(key))
  return found.length > 0 ? found : columns
}

/** What the trail keeps of the question: format, search and filters, and not the order of the rows. */
function asked(input: object): object {
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
 * Answers as soon as the first rows are there: until then a refusal is still a refusal and no broken file. `leave` is called once the
 * file has gone out, or broken off, and its connection is free.
 */
function start<Row>(
  ground: Ground,
  query: SessionQuery<Row>,
  { reader, columns, format, day, stallTimeoutMs }: Shape<Row>,
  leave: () => void,
): Promise<FileAnswer> {
  const body = new PassThrough()
  // Whoever reads the body hears of its end; before anybody does, an error must not end the process.
  body.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    ground(async ({ db }) => {
      const parts = readParts(db, query)
      const first = await parts.next()
      resolve({ name: `${reader.word('title')} ${day}.${format}`, type: types[format], body })
      const patience = setTimeout(() => body.destroy(new Error('nobody takes the file')), stallTimeoutMs)
      const rest = watched(parts, patience)
      const written = writers[format](sheetOf(first, rest, columns, reader))
      await pipeline(written, body, { end: false }).finally(() => clearTimeout(patience))
    })
      .then(() => {
        // Whoever has the whole file can ask for the next at once.
        leave()
        body.end()
      })
      .catch((error: Error) => {
        // Before the first rows it is the call's failure; later the file breaks off, which a browser tells from a whole one.
        reject(error)
        body.destroy(error)
      })
      .finally(leave)
  })
}

/** Patience begins anew when a part was read and when the next is asked for: reading is the database's time. */
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
      yield part.value.map((row) => columns.map(({ value }) => value(row)))
    }
  }
  return { name: word('title'), titles: columns.map(({ title }) => title), parts: parts(), language, timezone }
}
