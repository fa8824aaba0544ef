// Limits a report to the pages of an embed token. Everything else in the service reads the limited report, so the other pages, their
// visuals, their columns and the bookmarks that open them do not exist for the reader.
import type { ReportDefinition } from './definition.ts'

/** The report with the named pages only; null: all pages. Names that the report does not have are ignored. */
export function onlyPages(report: ReportDefinition, names: readonly string[] | null): ReportDefinition {
  if (names === null) return report
  const pages = report.pages.filter(({ name }) => names.includes(name))
  const has = (page: string) => pages.some(({ name }) => name === page)
  const first = pages.find(({ isHidden }) => !isHidden) ?? pages[0]
  return {
    ...report,
    pages,
    activePage: has(report.activePage) ? report.activePage : (first?.name ?? ''),
    bookmarks: report.bookmarks.filter(({ page }) => has(page)),
  }
}
