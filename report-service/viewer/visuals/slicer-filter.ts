// The filter that a slicer applies to its column, and how to read it back. Pure.
import type { FilterTarget, ReportFilter, Visual } from '../../report/definition.ts'
import type { Value } from '../../model/model.ts'
import { toWire } from '../state/filters.ts'

/** A list filter. An empty list means no filter. */
export function listFilter(target: FilterTarget, values: readonly Value[]): ReportFilter[] {
  return values.length === 0 ? [] : [toWire({ filterType: 1, target, operator: 'In', values: [...values] })]
}

/** The selected values of list filters; none for other kinds of filters. */
export function tickedValues(filters: readonly ReportFilter[]): Value[] {
  return filters.flatMap((filter) => (filter.filterType === 1 && filter.operator === 'In' ? filter.values : []))
}

export type Range = { from: Value; to: Value }

/** A range filter. Both ends are included; null means an open end. */
export function rangeFilter(target: FilterTarget, { from, to }: Range): ReportFilter[] {
  const lower = from === null ? [] : [{ operator: 'GreaterThanOrEqual' as const, value: from }]
  const upper = to === null ? [] : [{ operator: 'LessThanOrEqual' as const, value: to }]
  const conditions = [...lower, ...upper]
  return conditions.length === 0 ? [] : [toWire({ filterType: 0, target, logicalOperator: 'And', conditions })]
}

export function rangeOf(filters: readonly ReportFilter[]): Range {
  const conditions = filters.flatMap((filter) => (filter.filterType === 0 ? filter.conditions : []))
  const valueOf = (...operators: string[]) => {
    return conditions.find((condition) => operators.includes(condition.operator))?.value ?? null
  }
  return { from: valueOf('GreaterThanOrEqual', 'GreaterThan'), to: valueOf('LessThanOrEqual', 'LessThan') }
}

/** The column of a slicer: its first field, if that is a column. */
export function slicerColumn(visual: Visual): { table: string; column: string } | null {
  const field = Object.values(visual.wells).flat()[0]?.field
  return field?.kind === 'column' ? { table: field.table, column: field.name } : null
}
