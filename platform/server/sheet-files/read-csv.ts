// CSV as spreadsheets of all countries write it: with semicolon, comma, tab or bar, in UTF-8, UTF-16 or Windows-1252.
import {
  createSheetRows,
  type CsvForm,
  type Delimiter,
  delimiters,
  type Encoding,
  SheetFault,
  type SheetLimits,
  type SheetRow,
  type SheetTable,
} from './sheet-row.ts'

export function readCsv(bytes: Uint8Array, limits: SheetLimits, form: CsvForm | null): SheetTable {
  const encoding = form?.encoding ?? encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  // Text has no NUL: the file is something else.
  if (text.includes('\0')) throw new SheetFault('unreadable')
  // Excel writes and reads such a first line.
  const named = /^sep=([;,\t|])\r?\n/i.exec(text)
  const collected = createSheetRows(limits)
  const start = named?.[0].length ?? 0
  const delimiter = form?.delimiter ?? (named?.[1] as Delimiter | undefined) ?? delimiterOf(text)
  for (const { number, cells } of rowsOf(text, start, delimiter)) collected.add(number + (named ? 1 : 0), cells)
  return { rows: collected.rows, form: { encoding, delimiter } }
}

/**
 * The byte order mark tells the encoding. Without one it is UTF-8 if the bytes are valid UTF-8 without NUL, UTF-16 if every second byte is
 * mostly zero, and otherwise Windows-1252.
 */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  const sample = bytes.subarray(0, 4_096)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, sample.length / 2))
  if (odd > 0.4 && even < 0.1) return 'utf-16le'
  return even > 0.4 && odd < 0.1 ? 'utf-16be' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** The lines and characters by which the delimiter is guessed. */
const guess = { rows: 50, characters: 64 * 1024 }

/** The delimiter with which most of the first rows have the same number of cells, of two such the one with more cells. */
function delimiterOf(text: string): Delimiter {
  const part = text.slice(0, guess.characters)
  const scores = delimiters.map((delimiter) => ({ delimiter, ...scoreOf(part, delimiter) }))
  return scores.reduce((best, each) =>
    each.share > best.share || (each.share === best.share && each.width > best.width) ? each : best,
  ).delimiter
}

/** The share of rows with the most frequent number of cells; 0 if that is one cell. */
function scoreOf(text: string, delimiter: Delimiter): { share: number; width: number } {
  const counts = new Map<number, number>()
  let rows = 0
  try {
    for (const { cells } of rowsOf(text, 0, delimiter)) {
      // An empty line says nothing.
      if (cells.every((cell) => cell === '')) continue
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
      if (++rows === guess.rows) break
    }
  } catch (fault) {
    // The text is cut: a quote may close behind the part.
    if (!(fault instanceof SheetFault)) throw fault
  }
  const [width, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0])
  return width > 1 ? { share: count / rows, width } : { share: 0, width }
}

/** RFC 4180, one pass. A quote inside of a cell that does not begin with one is a character. */
function* rowsOf(text: string, start: number, delimiter: Delimiter): Generator<SheetRow> {
  let [cells, cell, at, number]: [string[], string, number, number] = [[], '', start, 1]
  while (at < text.length) {
    if (text[at] === '"' && cell === '') {
      const [inside, end] = quotedFrom(text, at)
      cell = inside
      at = end
      // Characters after the closing quote belong to the cell.
      while (at < text.length && !isEnd(text[at], delimiter)) cell += text[at++]
    } else {
      const from = at
      while (at < text.length && !isEnd(text[at], delimiter)) at++
      cell += text.slice(from, at)
    }
    cells.push(cell)
    cell = ''
    const sign = text[at]
    if (sign === '\r' && text[at + 1] === '\n') at++
    at++
    if (sign === delimiter && at < text.length) continue
    yield { number, cells }
    number++
    cells = []
  }
}

const isEnd = (sign: string | undefined, delimiter: Delimiter) => sign === delimiter || sign === '\n' || sign === '\r'

/** The text between two quotes and the place behind it. A quote that never closes makes the file unreadable. */
function quotedFrom(text: string, start: number): [string, number] {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new SheetFault('open_quote')
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') return [parts.join('"'), quote + 1]
    from = quote + 2
  }
}
