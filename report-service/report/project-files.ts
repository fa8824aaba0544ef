// The JSON files of a report project, read but not yet judged.

/** Files of a visual. `folder` is the name of the page or visual if its file has no name. */
export type ContainerFiles = { folder: string; file: unknown; mobile: unknown }
export type PageFiles = { folder: string; file: unknown; containers: ContainerFiles[] }
export type ReportFiles = {
  report: unknown
  /** `pages.json`: page order and active page. */
  order: unknown
  pages: PageFiles[]
  bookmarks: unknown[]
}
