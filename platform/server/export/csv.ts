// CSV after RFC 4180, with a byte order mark so that spreadsheets read UTF-8, and with no cell that a spreadsheet would compute
// (OWASP, CSV injection). It knows nothing of HTTP or of the database. Next: export.ts.
import { type Cell, type Sheet, wallClock } from './sheet.ts'

const byteOrderMark = '\uFEFF'

export async function* writeCsv({ titles, parts, timezone }: Sheet): AsyncGenerator<string> {
  const timeOf = wallClock(timezone)
  yield byteOrderMark + lineOf(titles, timeOf)
  for await (const rows of parts) yield rows.map((row) => lineOf(row, timeOf)).join('')
}

const lineOf = (cells: Cell[], timeOf: (instant: Date) => string) =>
  `${cells.map((cell) => csvCell(cell, timeOf)).join(',')}\r\n`

/** A number of ours is no text of somebody's: -5 stays -5. */
function csvCell(cell: Cell, timeOf: (instant: Date) => string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return quoted(inert(cell instanceof Date ? timeOf(cell) : cell))
}

/**
 * Text that no spreadsheet takes for a formula: an apostrophe before =, +, -, @ (full-width ones as well), tab and line breaks at
 * the start. And inside, after what a spreadsheet of another language takes for the end of a cell: where Excel separates with
 * semicolons, `a;=1+1` would be two cells.
 */
export function inert(text: string): string {
  return text
    .replace(/^(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/, "'")
    .replace(/([;\t\r\n])(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$1'")
}

const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
