// What the viewer's page asks of its service, and what comes back. Every call carries the embed token as a bearer.
// These are the service's own calls, not Power BI's: the SDK never sees them.
// Next: ../rest/viewer-routes.ts answers them, ../viewer/ asks them.
import type { DataType, Value } from '../model/model.ts'
import type { FilterTarget, Projection, ReportDefinition, ReportFilter } from './definition.ts'

/** `GET /viewer/report` → the definition, and what the model says about the columns that filters and slicers name. */
export type ReportAnswer = {
  report: ReportDefinition
  /** Every column and measure that the report shows or filters by: filters on anything else are refused. */
  names: FilterTarget[]
  /** Instant at which the model's rows were last refreshed, ISO 8601 UTC. */
  refreshedAt: string
  /** Milliseconds until the token ends. */
  tokenEndsIn: number
}

/** `POST /viewer/visual`: the rows of one visual under the filters that act on it now (report, page, visual, slicers, selections). */
export type VisualQuestion = {
  page: string
  visual: string
  filters: ReportFilter[]
  /** Replaces the visual's own order, when a person sorted by a column. */
  sort?: { queryRef: string; direction: 'asc' | 'desc' }[]
  /** At most this many rows (default 1,000; 30,000 at most). */
  limit?: number
}
export type VisualColumn = Projection & { role: string; dataType: DataType; formatString: string | null }
export type VisualAnswer = {
  columns: VisualColumn[]
  rows: Value[][]
  /** Grand total of each measure or aggregation column, null at grouping columns; null when the visual shows none. */
  totals: Value[] | null
  /**
   * A matrix only: the same values under fewer groups, since a share or a count of distinct things is no sum of its parts.
   * `by` holds the positions in `columns` of the groups kept; rows are shaped as `rows`, null at the groups left out.
   */
  subtotals?: { by: number[]; rows: Value[][] }[]
  truncated: boolean
}

/** `POST /viewer/values`: the distinct values of a column, for a slicer or the filter pane. */
export type ValuesQuestion = { table: string; column: string; filters: ReportFilter[]; search?: string; limit?: number }
export type ValuesAnswer = { values: Value[]; truncated: boolean; dataType: DataType; formatString: string | null }

/** Any refusal: HTTP status as Power BI's (403 TokenExpired, 404 …), a code the viewer can act on, a sentence in English. */
export type ViewerError = { error: { code: string; message: string } }
