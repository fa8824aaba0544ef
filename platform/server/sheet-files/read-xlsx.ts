// The first sheet of an XLSX file (ECMA-376) as text: dates as YYYY-MM-DD, numbers without a format. Formulas are not evaluated: their last
// result is read. htmlparser2 in XML mode knows no entities beyond those of XML, so that nothing expands or is loaded.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { openZip } from './unzip.ts'
import { createSheetRows, SheetFault, type SheetLimits, type SheetRow } from './sheet-row.ts'

/** `silentBytes`: of one tag or comment. The parser keeps it in memory until it ends. */
const max = { sharedTexts: 500_000, formats: 5_000, silentBytes: 1024 * 1024 }

export async function readXlsx(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  const { part } = openZip(bytes, limits.unpackedBytes)
  const book = part('xl/workbook.xml') ?? notAWorkbook()
  const { firstSheet, from1904 } = await bookOf(book)
  const links = await linksOf(part('xl/_rels/workbook.xml.rels') ?? notAWorkbook())
  const sheet = part(pathOf(links.get(firstSheet) ?? notAWorkbook())) ?? notAWorkbook()
  const shared = await sharedTextsOf(part('xl/sharedStrings.xml'), limits)
  const dates = await dateFormatsOf(part('xl/styles.xml'))
  return rowsOf(sheet, { shared, dates, from1904, limits })
}

function notAWorkbook(): never {
  throw new SheetFault('unreadable')
}

/** Targets are relative to `xl/`, or begin with a slash. */
const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Elements within each other. The parser's work grows with the depth; a workbook has about ten. */
const maxDepth = 32

type Part = AsyncIterable<Buffer>

/** Parses in steps, so that other requests can run between them. Names come without prefix: `x:row` is `row`. */
async function parse(xml: Part, { open, text, close }: Handlers): Promise<void> {
  const plain = (name: string) => name.slice(name.indexOf(':') + 1)
  let depth = 0
  let silent = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        silent = 0
        if (++depth > maxDepth) notAWorkbook()
        open?.(plain(name), attributes)
      },
      ontext: (part) => {
        silent = 0
        text?.(part)
      },
      onclosetag: (name) => {
        silent = 0
        depth--
        close?.(plain(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of xml) {
    silent += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (silent > max.silentBytes) notAWorkbook()
    await nextTurn()
  }
  parser.end()
}

async function bookOf(xml: Part): Promise<{ firstSheet: string; from1904: boolean }> {
  let firstSheet: string | null = null
  let from1904 = false
  await parse(xml, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true'
      if (name !== 'sheet' || firstSheet !== null) return
      const link = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))
      firstSheet = link?.[1] ?? null
    },
  })
  return { firstSheet: firstSheet ?? notAWorkbook(), from1904 }
}

async function linksOf(xml: Part): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  await parse(xml, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) links.set(Id, Target)
    },
  })
  return links
}

async function sharedTextsOf(xml: Part | undefined, { cellLength, characters }: SheetLimits): Promise<string[]> {
  const texts: string[] = []
  if (!xml) return texts
  let written = 0
  let [parts, isText, isReading]: [string, boolean, boolean] = ['', false, false]
  await parse(xml, {
    open: (name) => {
      if (name === 'si') parts = ''
      // Phonetic readings of Japanese text are not part of it.
      if (name === 'rPh') isReading = true
      if (name === 't') isText = !isReading
    },
    text: (text) => {
      if (isText && parts.length <= cellLength) parts += text
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      written += parts.length
      if (texts.length >= max.sharedTexts || written > characters) throw new SheetFault('too_large')
      texts.push(parts)
    },
  })
  return texts
}

/** The built-in formats of days. Those of times alone (18 to 21, 45 to 47) are no days. */
const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])

/** Reads for each style of a cell whether its number is a day. */
async function dateFormatsOf(xml: Part | undefined): Promise<boolean[]> {
  const formats: number[] = []
  const own = new Set<number>()
  if (!xml) return []
  let isCellStyle = false
  await parse(xml, {
    open: (name, attributes) => {
      if (name === 'numFmt' && isDateFormat(attributes['formatCode'] ?? '')) own.add(Number(attributes['numFmtId']))
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle && formats.length < max.formats) formats.push(Number(attributes['numFmtId']))
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return formats.map((format) => builtInDates.has(format) || own.has(format))
}

/**
 * A day or a year outside of quoted text, escapes and conditions. What never closes goes on to the end: a search for its end from each of
 * many opening brackets would take quadratic time.
 */
const isDateFormat = (code: string) => /[dy]/i.test(code.replace(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g, ''))

type Surroundings = { shared: string[]; dates: boolean[]; from1904: boolean; limits: SheetLimits }

/** The number that the row tells, if it is above that of the row before it and one that a sheet can have; else the next. */
function rowNumber(sentNumber: string | undefined, before: number): number {
  const number = Number(sentNumber)
  return Number.isSafeInteger(number) && number > before && number <= maxRows ? number : before + 1
}

/** Excel has 1,048,576 rows. */
const maxRows = 1_048_576

async function rowsOf(xml: Part, { shared, dates, from1904, limits }: Surroundings): Promise<SheetRow[]> {
  const collected = createSheetRows(limits)
  let [number, column, kind, isDate, value, isValue]: [number, number, string, boolean, string, boolean] = [
    0,
    0,
    '',
    false,
    '',
    false,
  ]
  let cells: string[] = []
  await parse(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        number = rowNumber(attributes['r'], number)
        column = 0
        cells = []
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column
        kind = attributes['t'] ?? 'n'
        isDate = dates[Number(attributes['s'] ?? -1)] ?? false
        value = ''
      } else isValue = name === 'v' || name === 't'
    },
    text: (text) => {
      if (isValue && value.length <= limits.cellLength) value += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c') {
        const text = textOf(value, { kind, isDate, shared, from1904 })
        // Cells with a format only may stand far to the right.
        if (text !== '') {
          if (column >= limits.columns) throw new SheetFault('too_many_columns')
          while (cells.length < column) cells.push('')
          cells[column] = text
        }
        column++
      }
      if (name === 'row') collected.add(number, cells)
    },
  })
  return collected.rows
}

/** `AB12` is column 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

type CellForm = { kind: string; isDate: boolean; shared: string[]; from1904: boolean }

function textOf(value: string, { kind, isDate, shared, from1904 }: CellForm): string {
  if (kind === 's') return shared[Number(value)] ?? ''
  if (kind === 'e') return ''
  if (kind !== 'n' || value === '') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return isDate ? dayOf(number, from1904) : numberText(number)
}

/** Writes a number without an exponent, so that a telephone number keeps its digits. */
const numberText = (number: number) =>
  Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)

const dayMs = 86_400_000

/** Day 60 is 29 February 1900, which did not exist: the days before it are one off. */
function dayOf(serial: number, from1904: boolean): string {
  const whole = Math.floor(serial)
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, whole < 60 ? 31 : 30)
  const day = new Date(first + whole * dayMs)
  return Number.isNaN(day.getTime()) || day.getUTCFullYear() > 9999 ? String(serial) : day.toISOString().slice(0, 10)
}
