// Reads an uploaded table: CSV, or the first sheet of an XLSX file. Everything is text, as the person sees it. It knows no noun.
// Next: read-csv.ts, read-xlsx.ts.
import { readCsv } from './read-csv.ts'
import { SheetFault, type SheetLimits, type SheetRow } from './sheet-row.ts'
import { readXlsx } from './read-xlsx.ts'

/** The rows that have a cell with text. Throws a SheetFault for anything that is not a table within the limits. */
export async function readSheet(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readXlsx(bytes, limits)
  // A workbook of Excel before 2007, a PDF, a picture.
  if (binaryStarts.some((start) => start.every((byte, index) => bytes[index] === byte)))
    throw new SheetFault('unreadable')
  return readCsv(bytes, limits)
}

const binaryStarts = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
]
