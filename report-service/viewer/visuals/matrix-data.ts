// Converts flat rows and subtotals to a matrix: row groups as a tree, column groups as columns, figures in the cells.
// Pure. It computes no sums, because a share or a distinct count is not the sum of its parts.
import type { VisualAnswer, VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { formatLabel } from '../format/format-value.ts'
import type { Speech } from '../phrases/speech.ts'
import { isGrouping, pointOf, type DataPoint } from '../state/selection.ts'
import type { Sort } from '../state/view-state.ts'

export type MatrixRow = {
  /** Values of the row groups, from the outermost group to this one. */
  path: Value[]
  column: VisualColumn
  point: DataPoint
  /** A list of figures for each column group; undefined if the service returned no row. */
  cells: (Value[] | undefined)[]
  children: MatrixRow[]
}
export type Matrix = {
  rowColumns: VisualColumn[]
  columnColumns: VisualColumn[]
  figures: VisualColumn[]
  /** Keys of the column groups. An empty key is the total, or the only group if there are no column groups. */
  across: Value[][]
  rows: MatrixRow[]
  totals: (Value[] | undefined)[] | null
}

type Placed = { column: VisualColumn; at: number }
type Lookup = (path: Value[], key: Value[]) => Value[] | undefined

export function buildMatrix(answer: VisualAnswer, sort: Sort): Matrix {
  const placed = answer.columns.map((column, index) => ({ column, at: index }))
  const down = placed.filter(({ column }) => isGrouping(column) && column.role !== 'Columns')
  const wide = placed.filter(({ column }) => isGrouping(column) && column.role === 'Columns')
  const figures = placed.filter(({ column }) => !isGrouping(column))
  const lookup = createLookup(answer, down, wide, figures)
  const across = acrossKeys(answer, wide)
  const cellsOf = (path: Value[]) => across.map((key) => lookup(path, key))
  const rows = sortSiblings(outline(answer, down, cellsOf), figures, sort)
  const totals = across.map((key) => (key.length === 0 ? take(answer.totals ?? [], figures) : lookup([], key)))
  return {
    rowColumns: down.map(({ column }) => column),
    columnColumns: wide.map(({ column }) => column),
    figures: figures.map(({ column }) => column),
    across,
    rows,
    totals: answer.totals && totals.some((cell) => cell !== undefined) ? totals : null,
  }
}

const take = (row: Value[], parts: Placed[]): Value[] => parts.map(({ at }) => row[at] ?? null)
const keyOf = (path: Value[], key: Value[]) => JSON.stringify([path, key])

/** Finds figures by row groups and column groups, in rows and subtotals. */
function createLookup(
  { rows, subtotals = [] }: VisualAnswer,
  down: Placed[],
  wide: Placed[],
  figures: Placed[],
): Lookup {
  const known = new Map<string, Value[]>()
  const all = [...down, ...wide].map(({ at }) => at)
  for (const { by, rows: some } of [{ by: all, rows }, ...subtotals]) {
    const groupedColumns = new Set(by)
    const [ownDown, ownWide] = [down, wide].map((parts) => parts.filter(({ at }) => groupedColumns.has(at)))
    for (const row of some) known.set(keyOf(take(row, ownDown ?? []), take(row, ownWide ?? [])), take(row, figures))
  }
  return (path, key) => known.get(keyOf(path, key))
}

/** All column groups in the order of the service, followed by the total if the service returned one. */
function acrossKeys({ rows, subtotals = [] }: VisualAnswer, wide: Placed[]): Value[][] {
  if (wide.length === 0) return [[]]
  const places = wide.map(({ at }) => at)
  // The rows of the first row group may lack column groups. The totals by column group contain all of them, in order.
  const complete = subtotals.find(({ by }) => by.length === places.length && places.every((at) => by.includes(at)))
  const keys = (complete?.rows ?? rows).map((row) => take(row, wide))
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  return subtotals.some(({ by }) => !places.some((at) => by.includes(at))) ? [...distinct, []] : distinct
}

function outline(
  { columns, rows }: VisualAnswer,
  down: Placed[],
  cellsOf: (path: Value[]) => MatrixRow['cells'],
): MatrixRow[] {
  const branch = (some: Value[][], level: number, path: Value[]): MatrixRow[] => {
    const part = down[level]
    if (!part) return []
    const groups = Map.groupBy(some, (row) => JSON.stringify(row[part.at] ?? null))
    return [...groups.values()].flatMap((group) => {
      const [first] = group
      if (!first) return []
      const ownPath = [...path, first[part.at] ?? null]
      const heads = new Set(down.slice(0, level + 1).map(({ at }) => at))
      // Only the row groups up to this level identify the point; deeper groups belong to its children.
      const point = pointOf(
        columns.filter((_, index) => heads.has(index)),
        first.filter((_, index) => heads.has(index)),
      )
      return [
        {
          path: ownPath,
          column: part.column,
          point,
          cells: cellsOf(ownPath),
          children: branch(group, level + 1, ownPath),
        },
      ]
    })
  }
  return down.length === 0 && rows.length > 0 ? [] : branch(rows, 0, [])
}

/** Sorts by a figure: each level is sorted by its own subtotals. */
function sortSiblings(rows: MatrixRow[], figures: Placed[], sort: Sort): MatrixRow[] {
  const [first] = sort
  const at = figures.findIndex(({ column }) => column.queryRef === first?.queryRef)
  if (!first || at < 0) return rows
  const sign = first.direction === 'asc' ? 1 : -1
  const measure = (row: MatrixRow) => Number(row.cells.at(-1)?.[at] ?? Number.NEGATIVE_INFINITY)
  const sorted = rows.toSorted((one, other) => sign * (measure(one) - measure(other)) || 0)
  return sorted.map((row) => ({ ...row, children: sortSiblings(row.children, figures, sort) }))
}

/** The number of rows above which the outermost groups start collapsed. */
const OPEN_ROWS = 60

export function initiallyFolded(rows: MatrixRow[]): Set<string> {
  if (linesOf(rows, 0, new Set()).length <= OPEN_ROWS) return new Set()
  return new Set(rows.filter(({ children }) => children.length > 0).map(({ path }) => JSON.stringify(path)))
}

export function linesOf(
  rows: MatrixRow[],
  depth: number,
  folded: ReadonlySet<string>,
): { row: MatrixRow; depth: number }[] {
  return rows.flatMap((row) => {
    const children = folded.has(JSON.stringify(row.path)) ? [] : linesOf(row.children, depth + 1, folded)
    return [{ row, depth }, ...children]
  })
}

export function acrossLabel(key: Value[], { columnColumns }: Matrix, speech: Speech): string {
  if (key.length === 0) return speech.phrases.total
  return columnColumns.map((column, index) => formatLabel(key[index] ?? null, column, speech.writing)).join(' · ')
}
