// The report definition that the viewer draws: pages, visuals, filters, bookmarks. Pure data: this file reads and draws nothing.
// It is not the PBIR file format: read-report.ts converts PBIR to these types, so the viewer does not know PBIR.
// Next: read-report.ts, visual-query.ts, viewer-calls.ts.
import type {
  BasicOperator,
  ConditionOperator,
  LogicalOperator,
  RelativeDateOperator,
  TimeUnit,
  TopOperator,
} from '../contract/filter-operators.ts'
import type { Value } from '../model/model.ts'

export type Aggregation = 'sum' | 'average' | 'distinctCount' | 'min' | 'max' | 'count' | 'median'

export type Field =
  | { kind: 'column'; table: string; name: string }
  | { kind: 'measure'; table: string; name: string }
  | { kind: 'aggregation'; table: string; name: string; aggregation: Aggregation }

/** A field in a well of a visual. `displayName` is the label shown to people. */
export type Projection = { field: Field; queryRef: string; displayName: string; active: boolean }

/** All filters use the format of `powerbi-models`, so filters from the SDK need no conversion. */
export type FilterTarget = { table: string; column?: string; measure?: string }
export type FilterCondition = {
  operator: ConditionOperator
  value?: Value
}
export type BasicFilter = {
  filterType: 1
  target: FilterTarget
  operator: BasicOperator
  values: Value[]
  requireSingleSelection?: boolean
}
export type AdvancedFilter = {
  filterType: 0
  target: FilterTarget
  logicalOperator: LogicalOperator
  conditions: FilterCondition[]
}
export type TopNFilter = {
  filterType: 5
  target: FilterTarget
  operator: TopOperator
  itemCount: number
  orderBy: FilterTarget
}
export type RelativeDateFilter = {
  filterType: 4
  target: FilterTarget
  operator: RelativeDateOperator
  timeUnitsCount: number
  timeUnitType: TimeUnit
  includeToday: boolean
}
/** Selects rows that match at least one tuple. A click on a data point of a chart with several groups creates it. */
export type TupleFilter = {
  filterType: 6
  target: FilterTarget[]
  operator: 'In'
  values: { value: Value }[][]
}
/** A filter in the report file that the service cannot apply. Queries with it are refused, so unfiltered numbers are never shown. */
export type UnsupportedFilter = { filterType: 2; target: FilterTarget; message: string; notSupportedTypeName: string }
export type ReportFilter = (
  | BasicFilter
  | AdvancedFilter
  | TopNFilter
  | RelativeDateFilter
  | TupleFilter
  | UnsupportedFilter
) & {
  $schema?: string
  displaySettings?: { displayName?: string; isHiddenInViewMode?: boolean; isLockedInViewMode?: boolean }
}

export type Position = { x: number; y: number; z: number; width: number; height: number; tabOrder: number }

export type TextRun = {
  text: string
  size: number | null
  weight: 'normal' | 'bold'
  color: string | null
  url: string | null
}

export type Visual = {
  name: string
  /** Visual type in Power BI: card, clusteredBarChart, lineChart, donutChart, tableEx, pivotTable, slicer, textbox, … */
  type: string
  title: string | null
  showTitle: boolean
  /** A sentence below the title. Absent if there is none. */
  subtitle?: string
  position: Position
  /** Field wells by role: Category, Y, Series, Values, Rows, Columns, … */
  wells: Record<string, Projection[]>
  /** Names of the fields of the wells that are not understood. Absent if there are none. */
  unread?: string[]
  sort: { queryRef: string; direction: 'asc' | 'desc' }[]
  filters: ReportFilter[]
  /** Paragraphs of a text box; null for other types. */
  text: { align: 'left' | 'center' | 'right'; runs: TextRun[] }[] | null
  /** Display mode of a slicer: a list, a dropdown, a range between two values or a period of dates; null for other types. */
  slicerMode: 'list' | 'dropdown' | 'between' | 'relative' | null
  /** Initial selection of a slicer, saved in the report file. Absent if there is none. */
  selection?: ReportFilter[]
  /** The author chose an axis of names, also for dates. */
  isAxisOfNames?: true
  /** What the author of a KPI has changed: low values are good, or the trend, the goal or the distance to it is hidden. */
  kpi?: { isLowGood?: true; hidesTrend?: true; hidesGoal?: true; hidesDistance?: true }
  isHidden: boolean
  /** Alternative text for screen readers. */
  altText: string | null
}

export type Page = {
  name: string
  displayName: string
  width: number
  height: number
  displayOption: 'FitToPage' | 'FitToWidth' | 'ActualSize'
  isHidden: boolean
  filters: ReportFilter[]
  visuals: Visual[]
  /** Effect of a click in `source` on `target`, only where it differs from the default of the report. */
  interactions: { source: string; target: string; type: 'DataFilter' | 'HighlightFilter' | 'NoFilter' }[]
  /** The default of the report: true if a click highlights its share in visuals that can show a share, false if it filters them. */
  clicksHighlight: boolean
  /** Phone layout: positions by visual name, on a canvas of width 324; null if the page has none. */
  mobile: Record<string, Position> | null
}

export type Bookmark = {
  name: string
  displayName: string
  /** Page to open, filters that replace the current ones, and slicer filters by visual name. */
  page: string
  filters: ReportFilter[]
  slicers: Record<string, ReportFilter[]>
}

export type ReportTheme = {
  /** Colours of data series; empty if the author chose none, so the report has the palette of the host's brand. */
  dataColors: string[]
  foreground: string
  background: string
  /** The accent colour; null if the author chose none. */
  accent: string | null
  fontFamily: string
}

export type ReportDefinition = {
  id: string
  name: string
  datasetId: string
  pages: Page[]
  activePage: string
  filters: ReportFilter[]
  bookmarks: Bookmark[]
  theme: ReportTheme
  /** Only in a translated report: replaces format strings of the model. */
  formats?: Record<string, string>
}
