// A chart with a series sorted by a measure: Power BI orders whole categories by their total, not single marks.
import type { Value } from '../model/model.ts'
import type { Visual } from './definition.ts'
import type { PlannedColumn } from './visual-query.ts'

/**
 * Rows in the order of their category's sum of the sorting value. Within a category they keep their order. Rows without a
 * series, or sorted by a group, stay as they are. A value that is no sum (a share) is ordered by the sum all the same.
 */
export function sortByCategory(columns: PlannedColumn[], rows: Value[][], sort: Visual['sort']): Value[][] {
  const series = columns.some((column) => column.role === 'Series' && column.isGroup)
  const categories = columns.flatMap((column, index) => (column.role === 'Category' && column.isGroup ? [index] : []))
  const values = columns.flatMap((column, index) => (column.isGroup ? [] : [index]))
  const [first] = sort
  const by = first ? values.find((index) => columns[index]?.queryRef === first.queryRef) : undefined
  if (!series || categories.length === 0 || !first || by === undefined) return rows
  const keyOf = (row: Value[]) => JSON.stringify(categories.map((index) => row[index]))
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(keyOf(row), (totals.get(keyOf(row)) ?? 0) + Number(row[by] ?? 0))
  const sign = first.direction === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => sign * ((totals.get(keyOf(a)) ?? 0) - (totals.get(keyOf(b)) ?? 0)))
}
