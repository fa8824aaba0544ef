import type { FilterTarget, ReportDefinition, ReportFilter } from './definition.ts'

/** Whether a report shows a column or filters by it, in any page, visual or bookmark. */
export function namesColumn(report: ReportDefinition, { table, column }: { table: string; column: string }): boolean {
  const visuals = report.pages.flatMap((page) => page.visuals)
  const fields = visuals.flatMap((visual) => Object.values(visual.wells).flat())
  if (fields.some(({ field }) => field.kind === 'column' && field.table === table && field.name === column)) return true
  const filters = [
    ...report.filters,
    ...report.pages.flatMap((page) => page.filters),
    ...visuals.flatMap((visual) => visual.filters),
    ...report.bookmarks.flatMap((bookmark) => [...bookmark.filters, ...Object.values(bookmark.slicers).flat()]),
  ]
  return filters.flatMap(targetsOf).some((target) => target.table === table && target.column === column)
}

const targetsOf = (filter: ReportFilter): FilterTarget[] =>
  Array.isArray(filter.target) ? filter.target : [filter.target]
