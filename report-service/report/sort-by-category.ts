// Sorts a chart with a series by a measure. Power BI then orders whole categories by their total, not single data points.
import type { Value } from '../model/model.ts'
import type { Visual } from './definition.ts'
import type { PlannedColumn } from './visual-query.ts'

/**
 * Sorts rows by the sum of the sort value in their category. Within a category the order stays. Rows without a series, or sorted by a
 * group, stay unchanged. The sum is also used for values that are not additive, such as a share.
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
