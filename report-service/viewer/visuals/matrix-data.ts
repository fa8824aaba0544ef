// Flat rows turned into a matrix: row groups down, column groups across, figures where they meet. Pure.
import type { VisualAnswer, VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { isGrouping } from '../state/selection.ts'

export type MatrixRow = {
  heads: Value[]
  /** How many rows each head spans from here; 0 where an earlier row's head reaches down to this one. */
  spans: number[]
  /** Values by column group, then by figure. */
  cells: (Value | undefined)[][]
  /** A row of the answer behind this one, to know what a click picks. */
  source: Value[]
}
export type Matrix = {
  rowColumns: VisualColumn[]
  columnColumns: VisualColumn[]
  figures: VisualColumn[]
  /** Keys of the column groups, one value per `columnColumns`; a single empty one when there are none. */
  across: Value[][]
  rows: MatrixRow[]
  totals: Value[] | null
}

export function buildMatrix({ columns, rows, totals }: VisualAnswer): Matrix {
  const placed = columns.map((column, at) => ({ column, at }))
  const isAcross = (role: string) => role === 'Columns'
  const down = placed.filter(({ column }) => isGrouping(column) && !isAcross(column.role))
  const wide = placed.filter(({ column }) => isGrouping(column) && isAcross(column.role))
  const figures = placed.filter(({ column }) => !isGrouping(column))
  const take = (row: Value[], parts: typeof placed) => parts.map(({ at }) => row[at] ?? null)

  const across = distinct(rows.map((row) => take(row, wide))).toSorted(compareKeys)
  const position = new Map(across.map((key, at) => [JSON.stringify(key), at]))
  const byRow = Map.groupBy(rows, (row) => JSON.stringify(take(row, down)))
  const grouped = [...byRow.values()].flatMap((group) => {
    const [source] = group
    if (!source) return []
    const cells: (Value | undefined)[][] = across.map(() => figures.map(() => undefined))
    for (const row of group) cells[position.get(JSON.stringify(take(row, wide))) ?? 0] = take(row, figures)
    return [{ heads: take(source, down), spans: [], cells, source }]
  })
  return {
    rowColumns: down.map(({ column }) => column),
    columnColumns: wide.map(({ column }) => column),
    figures: figures.map(({ column }) => column),
    across,
    rows: withSpans(gatherOuterGroups(grouped), down.length),
    totals: totals && wide.length === 0 ? take(totals, figures) : null,
  }
}

/** Rows sorted by a figure may tear an outer group apart; its rows are gathered where the first of them stands. */
function gatherOuterGroups(rows: MatrixRow[], level = 0): MatrixRow[] {
  if (rows.length < 2 || level >= (rows[0]?.heads.length ?? 0) - 1) return rows
  const groups = Map.groupBy(rows, (row) => JSON.stringify(row.heads[level]))
  return [...groups.values()].flatMap((group) => gatherOuterGroups(group, level + 1))
}

function withSpans(rows: MatrixRow[], levels: number): MatrixRow[] {
  const starts = (at: number, level: number) => {
    const before = rows[at - 1]
    return !before || rows[at]?.heads.slice(0, level + 1).some((head, place) => head !== before.heads[place]) === true
  }
  return rows.map((row, at) => {
    const spans = Array.from({ length: levels }, (_, level) => {
      if (!starts(at, level)) return 0
      let span = 1
      while (at + span < rows.length && !starts(at + span, level)) span += 1
      return span
    })
    return { ...row, spans }
  })
}

function distinct(keys: Value[][]): Value[][] {
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

function compareKeys(one: Value[], other: Value[]): number {
  for (const [at, value] of one.entries()) {
    const order = compareValues(value, other[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compareValues(one: Value, other: Value): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return typeof one === 'string' && typeof other === 'string' ? 0 : Number(one) - Number(other)
}
