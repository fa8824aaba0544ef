// Names of the model that a report shows. Its readers may not query other names, neither for values nor in filters: the rows that a
// filter leaves reveal as much about a column as its values.
import type { FilterTarget, ReportDefinition, ReportFilter } from './definition.ts'

export type ReportNames = {
  all: FilterTarget[]
  /** True if the report shows the column or measure, or filters by it, in any page, visual or bookmark. */
  has(target: FilterTarget): boolean
  /** True if this holds for all names of a filter, including the ranking measure. Unsupported filters pass; the query refuses them later. */
  hasAllOf(filter: ReportFilter): boolean
}

/** A report that is open has one definition for each language, which every question of its readers needs the names of. */
const remembered = new WeakMap<ReportDefinition, ReportNames>()

/** `more`: names that filters may use although the report does not show them. */
export function namesOf(report: ReportDefinition, more: readonly FilterTarget[] = []): ReportNames {
  if (more.length > 0) return collectNames(report, more)
  const known = remembered.get(report) ?? collectNames(report, [])
  remembered.set(report, known)
  return known
}

function collectNames(report: ReportDefinition, more: readonly FilterTarget[]): ReportNames {
  const visuals = report.pages.flatMap((page) => page.visuals)
  const filters = [
    ...report.filters,
    ...report.pages.flatMap((page) => page.filters),
    ...visuals.flatMap((visual) => [...visual.filters, ...(visual.selection ?? [])]),
    ...report.bookmarks.flatMap((bookmark) => [...bookmark.filters, ...Object.values(bookmark.slicers).flat()]),
  ]
  const visibleColumns = visuals
    .flatMap((visual) => Object.values(visual.wells).flat())
    .flatMap(({ field }): FilterTarget[] => {
      const { kind, table, name } = field
      // An aggregation does not show the single values of its column.
      return kind === 'aggregation' ? [] : [kind === 'column' ? { table, column: name } : { table, measure: name }]
    })
  const names = new Map(
    [...visibleColumns, ...filters.flatMap(targetsOf), ...more].map((target) => [keyOf(target), target]),
  )
  const has = (target: FilterTarget) => names.has(keyOf(target))
  return {
    all: [...names.values()],
    has,
    hasAllOf: (filter) => filter.filterType === 2 || targetsOf(filter).every(has),
  }
}

const keyOf = ({ table, column, measure }: FilterTarget) => JSON.stringify([table, column ?? null, measure ?? null])

function targetsOf(filter: ReportFilter): FilterTarget[] {
  if (filter.filterType === 5) return [filter.target, filter.orderBy]
  return filter.filterType === 6 ? filter.target : [filter.target]
}
