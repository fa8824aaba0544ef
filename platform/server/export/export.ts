// A list as a file: the rows of a list's own query, read through a cursor inside the session's walls and sent while they are read.
// It knows no noun; a feature says what its columns are. Next: cursor.ts (how rows come), csv.ts and xlsx.ts (how they are written).
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Language } from '#catalogue/languages.ts'
import { type PageSize, exports } from '#catalogue/limits.ts'
import type { Call, InputOf } from '#platform/contract/call.ts'
import type { ExportFormat } from '#platform/contract/export.ts'
import { fail } from '#platform/contract/failure.ts'
import { type FileAnswer, type OutsideContext, type Route, file } from '../http/route.ts'
import type { SessionQuery } from '../session/gate.ts'
import { readParts } from './cursor.ts'
import { writeCsv } from './csv.ts'
import { type Cell, type Sheet, type SheetColumn, wallClock } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

/** For whom a file is: titles and words in this language, instants in this zone. */
export type Reader = { language: Language; timezone: string }

type ExportCall = Call & { input: { _zod: { output: { format: ExportFormat } } } }

export type ExportOptions<C extends ExportCall, Row> = {
  /** The file's name, without the day and the ending that are put behind it. */
  name: (reader: Reader) => string
  /** What the entry in the audit trail is about. */
  target: string
  /** The list's own query: it is asked for one page, as large as a file may be. A dear count may be left out of it. */
  query: (options: InputOf<C> & { page: number; size: PageSize }) => SessionQuery<Row>
  columns: (reader: Reader) => SheetColumn<Row>[]
}

/**
 * The route of an `exportCall`. A list that has `rows(listThings, store.pageQuery, …)` gets its file with a call
 * `exportThings = exportCall(listThings, 'thing.exported')` in the contract, words for that event, and
 *
 *     exported(exportThings, {
 *       name: ({ language }) => phrases[language].title,
 *       target: 'thing',
 *       query: store.pageQuery,
 *       columns: ({ language }) => [{ title: phrases[language].field.name, value: ({ name }) => name }],
 *     })
 *
 * The trail has its entry before the first row leaves. A browser that goes away ends the reading; one that takes nothing for
 * twenty seconds loses it, because the connection is needed by others (database/pool.ts).
 */
export function exported<C extends ExportCall, Row>(call: C, options: ExportOptions<C, Row>): Route {
  return file(call, async (context, input) => {
    if (running >= exports.atOnce) fail('call.unavailable', { retryAfter: 10 })
    const query = options.query({ ...(input as object), page: 1, size: exports.rows as PageSize } as never)
    await context.transaction(({ audit }) => audit({ target: { type: options.target, id: null }, after: asked(input) }))
    return start(context, query, options, input.format)
  })
}

/** What the trail keeps of the question: format, search and filters, and not the order of the rows. */
function asked(input: object): object {
  const { sort: _, order: __, ...rest } = input as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''))
}

/** Of this process. */
let running = 0

/** Answers as soon as the first rows are there: until then a refusal is still a refusal and no broken file. */
function start<Row>(
  { transaction, actor, caller, clock }: OutsideContext,
  query: SessionQuery<Row>,
  { name, columns }: Pick<ExportOptions<never, Row>, 'name' | 'columns'>,
  format: ExportFormat,
): Promise<FileAnswer> {
  const reader: Reader = { language: caller.language, timezone: actor.timezone }
  const body = new PassThrough()
  // Whoever reads the body hears of its end; before anybody does, an error must not end the process.
  body.on('error', () => undefined)
  const day = wallClock(reader.timezone)(clock.now()).slice(0, 10)
  running += 1
  return new Promise((resolve, reject) => {
    transaction(async ({ db }) => {
      const parts = readParts(db, query)
      const first = await parts.next()
      resolve({ name: `${name(reader)} ${day}.${format}`, type: types[format], body })
      await pipeline(writers[format](sheetOf(first, parts, columns(reader), reader.timezone)), body)
    })
      .catch((error: Error) => {
        // Before the first rows it is the call's failure; later the file breaks off, which a browser tells from a whole one.
        reject(error)
        body.destroy(error)
      })
      .finally(() => (running -= 1))
  })
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
  timezone: string,
): Sheet {
  async function* parts(): AsyncGenerator<Cell[][]> {
    for (let part = first; !part.done; part = await rest.next()) {
      yield part.value.map((row) => columns.map(({ value }) => value(row)))
    }
  }
  return { titles: columns.map(({ title }) => title), parts: parts(), timezone }
}
