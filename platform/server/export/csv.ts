// CSV after RFC 4180, with a byte order mark so that spreadsheets read UTF-8, and with no cell that a spreadsheet would compute
// (OWASP, CSV injection). Excel takes a file apart by the signs of its country and offers no choice when a file is opened by a click:
// where the decimal sign is a comma (Portuguese, Spanish) a semicolon separates cells. So a file is written by its reader's language,
// numbers too. It knows nothing of HTTP or of the database. Next: export.ts.
import type { Language } from '#catalogue/languages.ts'
import { type Cell, dayText, type Sheet, wallClock } from './sheet.ts'

const byteOrderMark = '\uFEFF'

type Style = { separator: ',' | ';'; decimal: string; timeOf: (instant: Date) => string }

export async function* writeCsv({ titles, parts, language, timezone }: Sheet): AsyncGenerator<string> {
  const decimal = decimalSign(language)
  const style: Style = { separator: decimal === ',' ? ';' : ',', decimal, timeOf: wallClock(timezone) }
  yield byteOrderMark + lineOf(titles, style)
  for await (const rows of parts) yield rows.map((row) => lineOf(row, style)).join('')
}

/** What stands between one and a half in a language. */
function decimalSign(language: Language): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}

const lineOf = (cells: Cell[], style: Style) => `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`

/** A number of ours is no text of somebody's: -5 stays -5. */
function csvCell(cell: Cell, { separator, decimal, timeOf }: Style): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  if (cell instanceof Date) return timeOf(cell)
  return quoted(inert(typeof cell === 'string' ? cell : dayText(cell), separator))
}

/**
 * Text that no spreadsheet takes for a formula: an apostrophe before =, +, -, @ (full-width ones as well), tab and line breaks at
 * the start. And inside, after what a spreadsheet of another language takes for the end of a cell: in a file whose cells are
 * separated by commas `a;=1+1` would be two cells to whom separates by semicolons, and the other way round. One walk from the end to
 * the start, in the time that the text is long: the sign that a run of blanks and quotes leads to is known when the run begins.
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
/** What spreadsheets pass over before a formula. */
const isSkipped = (sign: string) => sign === '"' || sign === "'" || /\s/.test(sign)

const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
