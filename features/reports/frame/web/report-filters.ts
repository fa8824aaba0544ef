// The publisher's filters as filters of the SDK. They are locked: a reader sees them in the filter pane and cannot change them.
import { FilterType } from '#powerbi/web/sdk-values.ts'
import { filterConditions } from '#features/reports/library/contract.ts'
import type { Opened } from './report-opened.ts'

type ReportFilter = Opened['filters'][number]

const schema = 'http://powerbi.com/product/schema#'

const displaySettings = { isLockedInViewMode: true, isHiddenInViewMode: false }

/** A filter of the publisher for the SDK. Readers see it and cannot change it. */
export function sdkFilter({ table, column, operator, values }: ReportFilter): object {
  const target = { table, column }
  if (operator === 'in' || operator === 'not_in') {
    const name = operator === 'in' ? 'In' : 'NotIn'
    const basic = { $schema: `${schema}basic`, filterType: FilterType.Basic, requireSingleSelection: false }
    return { ...basic, target, operator: name, values, displaySettings }
  }
  const [value] = values
  const condition = { operator: filterConditions[operator], ...(value === undefined ? {} : { value }) }
  const advanced = { $schema: `${schema}advanced`, filterType: FilterType.Advanced, logicalOperator: 'And' }
  return { ...advanced, target, conditions: [condition], displaySettings }
}

type Target = { table?: unknown; column?: unknown }

const targetOf = (filter: object): Target => {
  const target: unknown = Reflect.get(filter, 'target')
  return typeof target === 'object' && target !== null ? target : {}
}

/** Whether one of the publisher's filters is on the column of this filter. */
export const isDecided = (filter: object, decidedFilters: readonly ReportFilter[]): boolean => {
  const { table, column } = targetOf(filter)
  return decidedFilters.some((one) => one.table === table && one.column === column)
}
