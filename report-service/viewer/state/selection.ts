// What a person picked in a visual, and the filter it lays on the others. Pure.
import type { FilterTarget, ReportFilter } from '../../report/definition.ts'
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { toWire } from './filters.ts'

/** A mark or a row by the columns that group it. */
export type DataPoint = { target: FilterTarget; value: Value }[]
export type Selection = { page: string; visual: string; points: DataPoint[] }

export const isGrouping = (column: VisualColumn): boolean => column.field.kind === 'column'

/** The point of one row: all its grouping columns, or those of some roles only (a legend entry is a point of `Series`). */
export function pointOf(
  columns: readonly VisualColumn[],
  row: readonly Value[],
  roles?: ReadonlySet<string>,
): DataPoint {
  return columns.flatMap((column, at) => {
    const wanted = isGrouping(column) && (roles === undefined || roles.has(column.role))
    return wanted ? [{ target: { table: column.field.table, column: column.field.name }, value: row[at] ?? null }] : []
  })
}

export const keyOf = (point: DataPoint): string => {
  return JSON.stringify(point.map(({ target, value }) => [target.table, target.column, value]))
}

/** Whether a mark is part of what was picked: a picked point may name fewer columns than the mark has. */
export function isPicked(points: readonly DataPoint[], mark: DataPoint): boolean {
  return points.some((point) => point.every((part) => mark.some((other) => sameColumn(part, other))))
}

function sameColumn(one: DataPoint[number], other: DataPoint[number]): boolean {
  const sameTarget = one.target.table === other.target.table && one.target.column === other.target.column
  return sameTarget && one.value === other.value
}

/** A click picks; with `add` it joins or leaves the group; the only picked point clicked again clears. Null: nothing picked. */
export function pick(
  present: Selection | null,
  at: { page: string; visual: string },
  point: DataPoint,
  add: boolean,
): Selection | null {
  const here = present && present.page === at.page && present.visual === at.visual ? present.points : []
  const key = keyOf(point)
  const has = here.some((other) => keyOf(other) === key)
  if (!add) return has && here.length === 1 ? null : { ...at, points: [point] }
  const points = has ? here.filter((other) => keyOf(other) !== key) : [...here, point]
  return points.length === 0 ? null : { ...at, points }
}

/** Filters that let through the picked points only: one list for one column, tuples for several. */
export function selectionFilters(points: readonly DataPoint[]): ReportFilter[] {
  const shapes = Map.groupBy(points, (point) => JSON.stringify(point.map(({ target }) => target)))
  // Points of different shapes (a bar and a legend entry) cannot be one filter; the last shape picked counts.
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
