// Reads an uploaded table: CSV, or the first sheet of an XLSX file. Everything is text, as the person sees it. It knows no noun.
// Next: read-csv.ts, read-xlsx.ts.
import { readCsv } from './read-csv.ts'
import { type CsvForm, SheetFault, type SheetLimits, type SheetTable } from './sheet-row.ts'
import { readXlsx } from './read-xlsx.ts'

/**
 * The rows that have a cell with text. `form`: how a text is read; null: as it looks. Throws a SheetFault for anything that is not a table within
 * the limits.
 */
export async function readSheet(
  bytes: Uint8Array,
  limits: SheetLimits,
  form: CsvForm | null = null,
): Promise<SheetTable> {
  const startsWith = (start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)
  if (startsWith([0x50, 0x4b])) return { rows: await readXlsx(bytes, limits), form: null }
  if (startsWith([0xd0, 0xcf, 0x11, 0xe0])) throw new SheetFault('old_workbook')
  if (binaryStarts.some(startsWith)) throw new SheetFault('unreadable')
  return readCsv(bytes, limits, form)
}

/** A PDF, a picture. */
const binaryStarts = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
]
