/** One row with text. `number` counts from 1, as the lines of a spreadsheet. */
export type SheetRow = { number: number; cells: string[] }

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

/** A file that is not read. `too_many_rows`: the rows that were read before the limit have no fault. */
export class SheetFault extends Error {
  readonly kind: 'unreadable' | 'too_many_rows'

  constructor(kind: 'unreadable' | 'too_many_rows') {
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
      if (cells.length > columns) throw new SheetFault('unreadable')
      if (rows.length >= max) throw new SheetFault('too_many_rows')
      for (const { length } of cells) written += length
      if (written > characters) throw new SheetFault('unreadable')
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
