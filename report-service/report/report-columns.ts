// What a report tells of its model. Whoever reads it may ask of nothing else there, neither for values nor by a filter: which rows a
// filter leaves says as much of a column as its values do.
import type { FilterTarget, ReportDefinition, ReportFilter } from './definition.ts'

export type ReportNames = {
  all: FilterTarget[]
  /** Whether a report shows a column or measure or filters by it, in any page, visual or bookmark. */
  has(target: FilterTarget): boolean
  /** The same of all that a filter acts on or ranks by. One that is not supported is left to whoever applies it. */
  hasAllOf(filter: ReportFilter): boolean
}

export function namesOf(report: ReportDefinition): ReportNames {
  const visuals = report.pages.flatMap((page) => page.visuals)
  const filters = [
    ...report.filters,
    ...report.pages.flatMap((page) => page.filters),
    ...visuals.flatMap((visual) => [...visual.filters, ...(visual.selection ?? [])]),
    ...report.bookmarks.flatMap((bookmark) => [...bookmark.filters, ...Object.values(bookmark.slicers).flat()]),
  ]
  const shown = visuals
    .flatMap((visual) => Object.values(visual.wells).flat())
    .flatMap(({ field }): FilterTarget[] => {
      const { kind, table, name } = field
      // The rows behind a sum are not shown by it.
      return kind === 'aggregation' ? [] : [kind === 'column' ? { table, column: name } : { table, measure: name }]
    })
  const names = new Map([...shown, ...filters.flatMap(targetsOf)].map((target) => [keyOf(target), target]))
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
