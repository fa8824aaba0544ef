// Reads the filters of a PBIR report, page or visual into the format of `powerbi-models`.
// A filter that cannot be read becomes an unsupported filter. Queries refuse it, so numbers with too many rows are never shown.
// Next: read-condition.ts (one condition), visual-query.ts (use of the filters).
import type { Field, FilterTarget, ReportFilter, TopNFilter } from './definition.ts'
import { dig, listAt, numberAt, textAt } from './json.ts'
import { filterOfCondition, targetOf } from './read-condition.ts'
import type { Aliases } from './read-field.ts'
import { aliasesOf, readField } from './read-field.ts'

/** All filters of a `filterConfig`, in order. */
export const readFilters = (filterConfig: unknown): ReportFilter[] => listAt(filterConfig, 'filters').map(readFilter)

/**
 * Reads one filter: `{ field | expression, type, filter: { From, Where } }`. Without a condition it restricts nothing
 * and is only shown in the filter pane.
 */
export function readFilter(entry: unknown): ReportFilter {
  const field = readField(dig(entry, 'field') ?? dig(entry, 'expression'))
  const display = displaySettings(entry)
  if (!field) return { ...unsupported({ table: '' }, 'field'), ...display }
  const query = dig(entry, 'filter')
  if (query === undefined) return { ...openFilter(field), ...display }
  return { ...readQuery(field, query), ...display }
}

/** Reads the filter of a query on a field. Slicers store their selection in the same form. */
export function readQuery(field: Field, query: unknown): ReportFilter {
  const target = targetOf(field)
  if (!target) return unsupported({ table: field.table, column: field.name }, 'Aggregation')
  const aliases = aliasesOf(query)
  const conditions = listAt(query, 'Where').map((where) => dig(where, 'Condition'))
  const found = topN(target, query, conditions) ?? filterOfCondition(conditions, target, aliases)
  return found ?? unsupported(target, Object.keys(Object(conditions[0]))[0] ?? 'empty')
}

/** Finds the column that a stored query filters, if no other property names it. */
export function fieldOfQuery(query: unknown): Field | null {
  const aliases = aliasesOf(query)
  const condition = dig(query, 'Where', 0, 'Condition')
  return firstField(condition, aliases, 6)
}

function firstField(expression: unknown, aliases: Aliases, depth: number): Field | null {
  const ownField = readField(expression, aliases)
  if (ownField || depth === 0 || typeof expression !== 'object' || expression === null) return ownField
  for (const part of Object.values(expression)) {
    const found = firstField(part, aliases, depth - 1)
    if (found) return found
  }
  return null
}

function openFilter(field: Field): ReportFilter {
  const target = targetOf(field)
  return target ? { filterType: 1, target, operator: 'All', values: [] } : unsupported({ table: '' }, 'Aggregation')
}

/** Reads `field in (select top n field order by …)`, the form of a Top N filter in Power BI. */
function topN(target: FilterTarget, query: unknown, conditions: unknown[]): TopNFilter | null {
  const name = textAt(conditions[0], 'In', 'Table', 'SourceRef', 'Source')
  if (name === null || conditions.length !== 1) return null
  const source = listAt(query, 'From').find((entry) => textAt(entry, 'Name') === name)
  const ranking = dig(source, 'Expression', 'Subquery', 'Query')
  const order = dig(ranking, 'OrderBy', 0)
  const by = readField(dig(order, 'Expression'), aliasesOf(ranking))
  const orderBy = by && targetOf(by)
  const itemCount = numberAt(ranking, 'Top')
  if (!orderBy || itemCount === null || !Number.isInteger(itemCount) || itemCount < 1) return null
  // Direction 2 is descending: the first rows are the greatest.
  return { filterType: 5, target, operator: numberAt(order, 'Direction') === 1 ? 'Bottom' : 'Top', itemCount, orderBy }
}

function displaySettings(entry: unknown): Pick<ReportFilter, 'displaySettings'> {
  const displayName = textAt(entry, 'displayName')
  return {
    displaySettings: {
      ...(displayName === null ? {} : { displayName }),
      isHiddenInViewMode: dig(entry, 'isHiddenInViewMode') === true,
      isLockedInViewMode: dig(entry, 'isLockedInViewMode') === true,
    },
  }
}

function unsupported(target: FilterTarget, notSupportedTypeName: string): ReportFilter {
  const message = `A filter of the report uses "${notSupportedTypeName}", which is not supported here.`
  return { filterType: 2, target, message, notSupportedTypeName }
}
