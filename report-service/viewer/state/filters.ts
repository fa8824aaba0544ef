// Parses filters of the SDK into our format, and helper functions on filters. Pure.
// Next: view-state.ts (which filters apply to which visual).
import {
  basicOperators,
  conditionOperators,
  relativeDateOperators,
  timeUnits,
  topOperators,
} from '../../contract/filter-operators.ts'
import type { FilterCondition, FilterTarget, ReportFilter } from '../../report/definition.ts'
import type { Value } from '../../model/model.ts'
import { isRecord } from '../protocol/envelope.ts'

const SCHEMAS: Readonly<Record<ReportFilter['filterType'], string>> = {
  0: 'http://powerbi.com/product/schema#advanced',
  1: 'http://powerbi.com/product/schema#basic',
  2: 'http://powerbi.com/product/schema#notSupported',
  4: 'http://powerbi.com/product/schema#relativeDate',
  5: 'http://powerbi.com/product/schema#topN',
  6: 'http://powerbi.com/product/schema#tuple',
}

/** Converts a filter to the format of the SDK, with `$schema`. */
export function toWire(filter: ReportFilter): ReportFilter {
  return { ...filter, $schema: filter.$schema ?? SCHEMAS[filter.filterType] }
}

/** Parses a list of filters from the host. Null if one of them is not supported. */
export function readFilters(body: unknown): ReportFilter[] | null {
  if (!Array.isArray(body)) return null
  const filters = body.map(readFilter)
  return filters.every((filter) => filter !== null) ? filters : null
}

/**
 * Parses filters for a report with these names. Null also if a filter uses another name, because the service would refuse it. So a filter
 * that was saved for an older version of the report does not prevent opening it.
 */
export function readFiltersOn(names: readonly FilterTarget[], body: unknown): ReportFilter[] | null {
  const filters = readFilters(body)
  return filters?.every((filter) => targetsOf(filter).every((target) => names.some((name) => sameTarget(name, target))))
    ? filters
    : null
}

/** Names used by a filter. An unsupported filter has none: the query refuses it later. */
function targetsOf(filter: ReportFilter): FilterTarget[] {
  if (filter.filterType === 2) return []
  if (filter.filterType === 5) return [filter.target, filter.orderBy]
  return filter.filterType === 6 ? filter.target : [filter.target]
}

/**
 * Parses one filter. `new models.BasicFilter()` without `toJSON()` has `schemaUrl` instead of `$schema`;
 * both are accepted. Old hosts may leave out `filterType`.
 */
export function readFilter(value: unknown): ReportFilter | null {
  if (!isRecord(value)) return null
  const schema = value['$schema'] ?? value['schemaUrl']
  const shared = displaySettings(value['displaySettings'])
  switch (value['filterType'] ?? typeBySchema(schema)) {
    case 0:
      return withShared(readAdvanced(value), shared)
    case 1:
      return withShared(readBasic(value), shared)
    case 2:
      return withShared(readUnsupported(value), shared)
    case 4:
      return withShared(readRelativeDate(value), shared)
    case 5:
      return withShared(readTopN(value), shared)
    case 6:
      return withShared(readTuple(value), shared)
    default:
      return null
  }
}

function typeBySchema(schema: unknown): number | null {
  const known = Object.entries(SCHEMAS).find(([, url]) => url === schema)
  return known ? Number(known[0]) : null
}

type Shared = Pick<ReportFilter, 'displaySettings'>
function withShared(filter: ReportFilter | null, shared: Shared): ReportFilter | null {
  return filter && toWire({ ...filter, ...shared })
}

function displaySettings(value: unknown): Shared {
  if (!isRecord(value)) return {}
  return {
    displaySettings: {
      ...(typeof value['displayName'] === 'string' ? { displayName: value['displayName'] } : {}),
      isHiddenInViewMode: value['isHiddenInViewMode'] === true,
      isLockedInViewMode: value['isLockedInViewMode'] === true,
    },
  }
}

function readTarget(value: unknown): FilterTarget | null {
  if (!isRecord(value) || typeof value['table'] !== 'string') return null
  const { table, column, measure } = value
  if (typeof column === 'string') return { table, column }
  return typeof measure === 'string' ? { table, measure } : null
}

function readValue(value: unknown): Value | undefined {
  if (value instanceof Date) return value.toISOString().slice(0, 19)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function readValues(value: unknown): Value[] | null {
  if (!Array.isArray(value)) return null
  const values = value.map(readValue)
  return values.every((entry) => entry !== undefined) ? values : null
}

function readBasic(value: Record<string, unknown>): ReportFilter | null {
  const target = readTarget(value['target'])
  const operator = oneOf(basicOperators, value['operator'])
  const values = readValues(value['values'] ?? [])
  if (!target || !values || operator === null) return null
  return {
    filterType: 1,
    target,
    operator,
    values,
    ...(value['requireSingleSelection'] === true ? { requireSingleSelection: true } : {}),
  }
}

function readCondition(value: unknown): FilterCondition | null {
  const operator = isRecord(value) ? oneOf(conditionOperators, value['operator']) : null
  if (!isRecord(value) || operator === null) return null
  const operand = readValue(value['value'])
  return operand === undefined ? { operator } : { operator, value: operand }
}

function readAdvanced(value: Record<string, unknown>): ReportFilter | null {
  const target = readTarget(value['target'])
  const rawConditions = value['conditions'] ?? []
  if (!target || !Array.isArray(rawConditions) || rawConditions.length > 2) return null
  const conditions = rawConditions.map(readCondition)
  if (!conditions.every((condition) => condition !== null)) return null
  return { filterType: 0, target, logicalOperator: value['logicalOperator'] === 'Or' ? 'Or' : 'And', conditions }
}

/** An unsupported filter in a captured state. It must not be dropped, because then too many rows would be shown. */
function readUnsupported(value: Record<string, unknown>): ReportFilter | null {
  const target = readTarget(value['target']) ?? bareTable(value['target'])
  const { message, notSupportedTypeName } = value
  if (!target || typeof message !== 'string' || typeof notSupportedTypeName !== 'string') return null
  return { filterType: 2, target, message, notSupportedTypeName }
}

function bareTable(value: unknown): FilterTarget | null {
  return isRecord(value) && typeof value['table'] === 'string' ? { table: value['table'] } : null
}

function readRelativeDate(value: Record<string, unknown>): ReportFilter | null {
  const target = readTarget(value['target'])
  const operator = oneOf(relativeDateOperators, value['operator'])
  const timeUnitType = oneOf(timeUnits, value['timeUnitType'])
  const count = value['timeUnitsCount'] ?? 1
  if (!target || operator === null || timeUnitType === null || typeof count !== 'number') return null
  return {
    filterType: 4,
    target,
    operator,
    timeUnitType,
    timeUnitsCount: count,
    includeToday: value['includeToday'] !== false,
  }
}

function readTopN(value: Record<string, unknown>): ReportFilter | null {
  const target = readTarget(value['target'])
  const orderBy = readTarget(value['orderBy'])
  const operator = oneOf(topOperators, value['operator'])
  const itemCount = value['itemCount']
  if (!target || !orderBy || operator === null || typeof itemCount !== 'number') return null
  return { filterType: 5, target, operator, itemCount, orderBy }
}

function readTuple(value: Record<string, unknown>): ReportFilter | null {
  const rawTarget = value['target']
  const rows = value['values']
  if (!Array.isArray(rawTarget) || !Array.isArray(rows)) return null
  const target = rawTarget.map(readTarget)
  const values = rows.map((row) => (Array.isArray(row) ? row.map(readTupleValue) : null))
  if (!target.every((entry) => entry !== null)) return null
  const complete = values.flatMap((row) => (row?.every((entry) => entry !== null) ? [row] : []))
  return complete.length === rows.length ? { filterType: 6, target, operator: 'In', values: complete } : null
}

function readTupleValue(value: unknown): { value: Value } | null {
  const inner = isRecord(value) ? readValue(value['value']) : undefined
  return inner === undefined ? null : { value: inner }
}

function oneOf<const Choice>(choices: readonly Choice[], value: unknown): Choice | null {
  return choices.find((choice) => choice === value) ?? null
}

/** False for a filter that restricts no rows. It is not sent to the service. */
export function restricts(filter: ReportFilter): boolean {
  switch (filter.filterType) {
    case 0:
      return filter.conditions.some((condition) => condition.operator !== 'None')
    case 1:
      return filter.operator !== 'All' && filter.values.length > 0
    default:
      return true
  }
}

/** A cleared filter stays in the pane with the operator "all". */
export function cleared(filter: ReportFilter): ReportFilter {
  if (filter.filterType === 0) return { ...filter, conditions: [] }
  const display = filter.displaySettings ? { displaySettings: filter.displaySettings } : {}
  const target = filter.filterType === 6 ? (filter.target[0] ?? { table: '' }) : filter.target
  return toWire({ filterType: 1, target, operator: 'All', values: [], ...display })
}

export function sameTarget(one: FilterTarget, other: FilterTarget): boolean {
  return one.table === other.table && one.column === other.column && one.measure === other.measure
}

/** The target of a filter; null for a filter on several columns. */
export function targetOf(filter: ReportFilter): FilterTarget | null {
  return filter.filterType === 6 ? null : filter.target
}

/** Applies an operation of `FiltersOperations`: remove all, replace all, add, or replace filters with the same target. */
export function applyOperation(
  present: ReportFilter[],
  operation: unknown,
  newFilters: ReportFilter[],
): ReportFilter[] | null {
  switch (operation) {
    case 0:
      return []
    case 1:
      return newFilters
    case 2:
      return [...present, ...newFilters]
    case 3:
      return [...present.filter((filter) => !newFilters.some((other) => sameTargets(filter, other))), ...newFilters]
    default:
      return null
  }
}

function sameTargets(one: ReportFilter, other: ReportFilter): boolean {
  const [left, right] = [targetOf(one), targetOf(other)]
  if (left && right) return sameTarget(left, right)
  return JSON.stringify(one.target) === JSON.stringify(other.target)
}
