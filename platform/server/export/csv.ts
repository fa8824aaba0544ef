// CSV after RFC 4180. A byte order mark lets spreadsheets read UTF-8. No cell can become a formula (OWASP, CSV injection).
// Excel expects the separator of its country when a file is opened by a click: a semicolon where the decimal sign is a comma
// (Portuguese, Spanish). Therefore the language of the reader decides about separators and numbers.
// It knows nothing of HTTP or of the database. Next: export.ts.
import type { Language } from '#catalogue/languages.ts'
import { slicesOf } from '../slices.ts'
import { type Cell, dayText, type Sheet, wallClock } from './sheet.ts'

const byteOrderMark = '\uFEFF'

type Style = { separator: ',' | ';'; decimal: string; timeOf: (instant: Date) => string }

export async function* writeCsv({ titles, parts, language, timezone }: Sheet): AsyncGenerator<string> {
  const decimal = decimalSign(language)
  const style: Style = { separator: decimal === ',' ? ';' : ',', decimal, timeOf: wallClock(timezone) }
  yield byteOrderMark + lineOf(titles, style)
  for await (const rows of parts)
    for await (const lines of slicesOf(rows, (row) => lineOf(row, style))) yield lines.join('')
}

/** The decimal sign of a language. */
function decimalSign(language: Language): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}

const lineOf = (cells: Cell[], style: Style) => `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`

/** Numbers are written as numbers: -5 stays -5. Only text is protected against formulas. */
function csvCell(cell: Cell, { separator, decimal, timeOf }: Style): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  if (cell instanceof Date) return timeOf(cell)
  return quoted(inert(typeof cell === 'string' ? cell : dayText(cell), separator))
}

/**
 * Text that no spreadsheet evaluates as a formula. An apostrophe goes before a leading =, +, -, @ (also full-width), tab or line break.
 * The same applies inside the text after a separator of another country: in a comma-separated file a spreadsheet with semicolons reads
 * `a;=1+1` as two cells. One pass from the end to the start, in linear time: when a run of blanks and quotes begins, the character
 * after the run is already known.
 */
export function inert(text: string, separator: Style['separator']): string {
  const foreign = separator === ',' ? ';' : ','
  const parts: string[] = []
  let [isFormula, end] = [false, text.length]
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text.charAt(at)
    if (isFormula && (sign === foreign || isBreak(sign))) {
      parts.push(text.slice(at + 1, end), "'")
      end = at + 1
    }
    if (formulaSigns.has(sign)) isFormula = true
    else if (!isSkipped(sign)) isFormula = false
  }
  parts.push(text.slice(0, end))
  if (isFormula || isBreak(text.charAt(0))) parts.push("'")
  return parts.toReversed().join('')
}

const formulaSigns = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20')
const isBreak = (sign: string) => sign === '\t' || sign === '\r' || sign === '\n'
/** Characters that spreadsheets skip before a formula. */
const isSkipped = (sign: string) => sign === '"' || sign === "'" || /\s/.test(sign)

const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
