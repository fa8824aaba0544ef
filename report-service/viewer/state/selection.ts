// The selection in a visual, and the filter that it applies to the other visuals. Pure.
import type { FilterTarget, ReportFilter } from '../../report/definition.ts'
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { toWire } from './filters.ts'

/** A data point or a row, identified by its group columns. */
export type DataPoint = { target: FilterTarget; value: Value }[]
export type Selection = { page: string; visual: string; points: DataPoint[] }

export const isGrouping = (column: VisualColumn): boolean => column.field.kind === 'column'

/** The data point of a row: all group columns, or those with given roles (a legend entry is a point of `Series`). */
export function pointOf(
  columns: readonly VisualColumn[],
  row: readonly Value[],
  roles?: ReadonlySet<string>,
): DataPoint {
  return columns.flatMap((column, index) => {
    const isSelectable = isGrouping(column) && (roles === undefined || roles.has(column.role))
    return isSelectable
      ? [{ target: { table: column.field.table, column: column.field.name }, value: row[index] ?? null }]
      : []
  })
}

export const keyOf = (point: DataPoint): string => {
  return JSON.stringify(point.map(({ target, value }) => [target.table, target.column, value]))
}

/** True if a data point is selected. A selected point may have fewer columns than the data point. */
export function isPicked(points: readonly DataPoint[], mark: DataPoint): boolean {
  return points.some((point) => point.every((part) => mark.some((other) => sameColumn(part, other))))
}

function sameColumn(one: DataPoint[number], other: DataPoint[number]): boolean {
  const sameTarget = one.target.table === other.target.table && one.target.column === other.target.column
  return sameTarget && one.value === other.value
}

/** A click selects a point. With `add` it adds or removes the point. A click on the only selected point clears the selection (null). */
export function pick(
  present: Selection | null,
  at: { page: string; visual: string },
  point: DataPoint,
  add: boolean,
): Selection | null {
  const ownPoints = present && present.page === at.page && present.visual === at.visual ? present.points : []
  const key = keyOf(point)
  const has = ownPoints.some((other) => keyOf(other) === key)
  if (!add) return has && ownPoints.length === 1 ? null : { ...at, points: [point] }
  const points = has ? ownPoints.filter((other) => keyOf(other) !== key) : [...ownPoints, point]
  return points.length === 0 ? null : { ...at, points }
}

/** Filters for the selected points: a list for one column, tuples for several columns. */
export function selectionFilters(points: readonly DataPoint[]): ReportFilter[] {
  const shapes = Map.groupBy(points, (point) => JSON.stringify(point.map(({ target }) => target)))
  // Points with different columns (a bar and a legend entry) cannot form one filter, so the last kind is used.
  const same = [...shapes.values()].at(-1) ?? []
  const target = same[0]?.map((part) => part.target) ?? []
  const [only] = target
  if (only === undefined) return []
  if (target.length === 1) {
    const values = same.map((point) => point[0]?.value ?? null)
    return [toWire({ filterType: 1, target: only, operator: 'In', values })]
  }
  const values = same.map((point) => point.map(({ value }) => ({ value })))
  return [toWire({ filterType: 6, target, operator: 'In', values })]
}
