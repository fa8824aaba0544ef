// The API between the viewer page and its service. Every request carries the embed token as bearer token, and the reader's language in
// `Accept-Language`.
// This API is our own, not Power BI's: the SDK does not use it.
// Next: ../rest/viewer-routes.ts (server), ../viewer/ (client).
import type { EditOperation } from './edit-operations.ts'
import type { DataType, Value } from '../model/model.ts'
import type { FilterTarget, Projection, ReportDefinition, ReportFilter } from './definition.ts'

/** `GET /viewer/report`: the report definition and the names that its filters and slicers may use. */
export type ReportAnswer = {
  report: ReportDefinition
  /** Every column and measure that the report shows or filters by. Filters on other names are refused. */
  names: FilterTarget[]
  /** Time of the last refresh of the model's rows, ISO 8601 UTC. */
  refreshedAt: string
  /** The last day of the model's data, as `2013-12-31`. Null for data that go on. */
  dataUntil: string | null
  /** Milliseconds until the token expires. */
  tokenEndsIn: number
  /** Whether the token may edit the report. */
  mayEdit: boolean
}

/** `POST /viewer/draft`: the report with changes that are not saved. Only for a token that may edit. */
export type DraftQuestion = { operations: EditOperation[] }
export type ModelField = { table: string; name: string; kind: 'column' | 'measure'; isNumber: boolean }
export type DraftAnswer = {
  report: ReportDefinition
  names: FilterTarget[]
  /** The saved version that the draft changes. A save names it, so that two editors cannot overwrite each other. */
  version: string
  /** Whether the last save can be undone. */
  hasPrevious: boolean
  /** What visuals of the report may show. */
  fields: ModelField[]
}

/** `POST /viewer/save`: stores the changes as a new version. 409 ReportChanged: another version was saved meanwhile. */
export type SaveQuestion = { version: string; operations: EditOperation[] }
/** `POST /viewer/undoSave`: makes the previous version current again. */
export type UndoSaveQuestion = { version: string }
export type SaveAnswer = { version: string }

/**
 * `POST /viewer/visual`: the rows of one visual. `filters` are all filters that apply to it now (report, page, visual,
 * slicers, selections).
 */
export type VisualQuestion = {
  page: string
  visual: string
  filters: ReportFilter[]
  /** Replaces the sort order of the report file after a person sorted by a column. */
  sort?: { queryRef: string; direction: 'asc' | 'desc' }[]
  /** Maximum number of rows (default 1,000, at most 30,000). */
  limit?: number
  /** Changes of an editor that are not saved. Only for a token that may edit. */
  draft?: EditOperation[]
}
export type VisualColumn = Projection & { role: string; dataType: DataType; formatString: string | null }
export type VisualAnswer = {
  columns: VisualColumn[]
  rows: Value[][]
  /** Grand total of each measure or aggregation column, null for group columns. Null if the visual shows no totals. */
  totals: Value[] | null
  /**
   * Only for a matrix: the same values with fewer groups. They are queried, because a share or a distinct count is not the sum of its
   * parts. `by`: indexes in `columns` of the groups that are kept. Rows have the format of `rows`, with null for the other groups.
   */
  subtotals?: { by: number[]; rows: Value[][] }[]
  truncated: boolean
}

/** `POST /viewer/values`: the distinct values of a column, for a slicer or the filter pane. */
export type ValuesQuestion = { table: string; column: string; filters: ReportFilter[]; search?: string; limit?: number }
export type ValuesAnswer = {
  values: Value[]
  truncated: boolean
  dataType: DataType
  formatString: string | null
  /** The day from which relative dates count, as `2013-12-31`. */
  today: string
}

/** Body of any refusal. The HTTP status follows Power BI (403 TokenExpired, 404, …), `code` is for the viewer, `message` is in English. */
export type ViewerError = { error: { code: string; message: string } }
