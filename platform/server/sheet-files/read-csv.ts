// CSV as spreadsheets of all countries write it: with comma, semicolon or tab, in UTF-8, UTF-16 or Windows-1252.
import { createSheetRows, SheetFault, type SheetLimits, type SheetRow } from './sheet-row.ts'

const separators = [';', ',', '\t'] as const
type Separator = (typeof separators)[number]

export function readCsv(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = textOf(bytes)
  // Text has no NUL: the file is something else.
  if (text.includes('\0')) throw new SheetFault('unreadable')
  // Excel writes and reads such a first line.
  const named = /^sep=([;,\t])\r?\n/i.exec(text)
  const collected = createSheetRows(limits)
  const separator = (named?.[1] as Separator | undefined) ?? separatorOf(text)
  const start = named?.[0].length ?? 0
  for (const { number, cells } of rowsOf(text, start, separator)) collected.add(number + (named ? 1 : 0), cells)
  return collected.rows
}

/** Decodes the bytes by their byte order mark. Without a mark they are UTF-8, or Windows-1252 if they are no valid UTF-8. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The most frequent one in the headings, outside of quotes. */
function separatorOf(text: string): Separator {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]))
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r') && [...counts.values()].some((count) => count > 0)) break
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return separators.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best))
}

/** RFC 4180, one pass. A quote inside of a cell that does not begin with one is a character. */
function* rowsOf(text: string, start: number, separator: Separator): Generator<SheetRow> {
  let [cells, cell, at, number]: [string[], string, number, number] = [[], '', start, 1]
  while (at < text.length) {
    if (text[at] === '"' && cell === '') {
      const [inside, end] = quotedFrom(text, at)
      cell = inside
      at = end
      // Characters after the closing quote belong to the cell.
      while (at < text.length && !isEnd(text[at], separator)) cell += text[at++]
    } else {
      const from = at
      while (at < text.length && !isEnd(text[at], separator)) at++
      cell += text.slice(from, at)
    }
    cells.push(cell)
    cell = ''
    const sign = text[at]
    if (sign === '\r' && text[at + 1] === '\n') at++
    at++
    if (sign === separator && at < text.length) continue
    yield { number, cells }
    number++
    cells = []
  }
}

const isEnd = (sign: string | undefined, separator: Separator) => sign === separator || sign === '\n' || sign === '\r'

/** The text between two quotes and the place behind it. A quote that never closes makes the file unreadable. */
function quotedFrom(text: string, start: number): [string, number] {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new SheetFault('unreadable')
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') return [parts.join('"'), quote + 1]
    from = quote + 2
  }
}
