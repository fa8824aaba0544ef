/** One row with text. `number` counts from 1, as the lines of a spreadsheet. */
export type SheetRow = { number: number; cells: string[] }

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How a text is read as a table. */
export type CsvForm = { encoding: Encoding; delimiter: Delimiter }

/** `form`: null for a workbook. */
export type SheetTable = { rows: SheetRow[]; form: CsvForm | null }

export type SheetLimits = {
  /** Rows with text, the headings included. */
  rows: number
  columns: number
  /** The maximum length of a cell. A longer cell is cut to one character more, so that its fault is noticed. */
  cellLength: number
  /** Characters of all cells together. */
  characters: number
  /** Bytes of the parts of an XLSX file after they are unpacked. */
  unpackedBytes: number
}

/** Why a file is not read. */
export const sheetFaults = {
  unreadable: 'it is no table',
  too_many_rows: 'the rows that were read before the limit have no fault',
  too_many_columns: 'a row has more cells than a table may have',
  too_large: 'its texts, or its parts when they are unpacked, exceed the limit',
  open_quote: 'a quote never closes',
  old_workbook: 'a workbook of Excel before 2007, or one with a password',
  too_slow: 'reading it takes too long',
} as const
export type SheetFaultKind = keyof typeof sheetFaults

/** A file that is not read. */
export class SheetFault extends Error {
  readonly kind: SheetFaultKind

  constructor(kind: SheetFaultKind) {
    super(kind)
    this.kind = kind
  }
}

/** Collects rows within the limits. Rows without text are left out. */
export function createSheetRows({ rows: max, columns, cellLength, characters }: SheetLimits) {
  const rows: SheetRow[] = []
  let written = 0
  return {
    rows,
    add(number: number, rowCells: readonly string[]): void {
      const cells = rowCells.map((cell) => cleaned(cell, cellLength))
      while (cells.at(-1) === '') cells.pop()
      if (cells.length === 0) return
      if (cells.length > columns) throw new SheetFault('too_many_columns')
      if (rows.length >= max) throw new SheetFault('too_many_rows')
      for (const { length } of cells) written += length
      if (written > characters) throw new SheetFault('too_large')
      rows.push({ number, cells })
    },
  }
}

/** PostgreSQL refuses NUL in text. */
const cleaned = (cell: string, max: number) =>
  cell
    .slice(0, max + 1)
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
