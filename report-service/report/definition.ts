// A report as the viewer draws it: pages, visuals, filters, bookmarks. Pure data, no reading and no drawing.
// It is not the PBIR file format: read-report.ts turns that into this, so that the viewer never meets a file.
// Next: read-report.ts, visual-query.ts, viewer-calls.ts.
import type { Value } from '../model/model.ts'

export type Aggregation = 'sum' | 'average' | 'distinctCount' | 'min' | 'max' | 'count' | 'median'

export type Field =
  | { kind: 'column'; table: string; name: string }
  | { kind: 'measure'; table: string; name: string }
  | { kind: 'aggregation'; table: string; name: string; aggregation: Aggregation }

/** A field in a well of a visual. `displayName` is what a person reads. */
export type Projection = { field: Field; queryRef: string; displayName: string; active: boolean }

/** Filters have one shape everywhere: the one of `powerbi-models`, so that the SDK's filters need no translation. */
export type FilterTarget = { table: string; column?: string; measure?: string }
export type FilterCondition = {
  operator:
    | 'None'
    | 'LessThan'
    | 'LessThanOrEqual'
    | 'GreaterThan'
    | 'GreaterThanOrEqual'
    | 'Contains'
    | 'DoesNotContain'
    | 'StartsWith'
    | 'DoesNotStartWith'
    | 'Is'
    | 'IsNot'
    | 'IsBlank'
    | 'IsNotBlank'
    | 'IsEmptyString'
    | 'IsNotEmptyString'
  value?: Value
}
export type BasicFilter = {
  filterType: 1
  target: FilterTarget
  operator: 'In' | 'NotIn' | 'All'
  values: Value[]
  requireSingleSelection?: boolean
}
export type AdvancedFilter = {
  filterType: 0
  target: FilterTarget
  logicalOperator: 'And' | 'Or'
  conditions: FilterCondition[]
}
export type TopNFilter = {
  filterType: 5
  target: FilterTarget
  operator: 'Top' | 'Bottom'
  itemCount: number
  orderBy: FilterTarget
}
export type RelativeDateFilter = {
  filterType: 4
  target: FilterTarget
  /** 0 in the last, 1 in this, 2 in the next. */
  operator: 0 | 1 | 2
  timeUnitsCount: number
  /** 0 days, 1 weeks, 2 calendar weeks, 3 months, 4 calendar months, 5 years, 6 calendar years. */
  timeUnitType: 0 | 1 | 2 | 3 | 4 | 5 | 6
  includeToday: boolean
}
/** Rows matching at least one tuple: what a click on a mark of a chart with several groups selects. */
export type TupleFilter = {
  filterType: 6
  target: FilterTarget[]
  operator: 'In'
  values: { value: Value }[][]
}
/** A filter of the report's author that this version cannot apply. What it acts on is refused, never shown unfiltered. */
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
  /** Power BI's name of the type: card, clusteredBarChart, lineChart, donutChart, tableEx, pivotTable, slicer, textbox… */
  type: string
  title: string | null
  showTitle: boolean
  position: Position
  /** Field wells by role: Category, Y, Series, Values, Rows, Columns… */
  wells: Record<string, Projection[]>
  sort: { queryRef: string; direction: 'asc' | 'desc' }[]
  filters: ReportFilter[]
  /** Paragraphs of a text box; null for all else. */
  text: { align: 'left' | 'center' | 'right'; runs: TextRun[] }[] | null
  /** Slicers: a list, a dropdown or a range between two values. */
  slicerMode: 'list' | 'dropdown' | 'between' | null
  /** Slicers: what the author left selected; absent when nothing is. */
  selection?: ReportFilter[]
  isHidden: boolean
  /** Alternative text for people who do not see it. */
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
  /** What a click in `source` does to `target`, where it is not the default (filter). */
  interactions: { source: string; target: string; type: 'DataFilter' | 'NoFilter' }[]
  /** The phone layout: positions by visual name, on a canvas 324 wide; null when the page has none. */
  mobile: Record<string, Position> | null
}

export type Bookmark = {
  name: string
  displayName: string
  /** The page that becomes active, and the filters that replace the present ones; slicer filters by visual name. */
  page: string
  filters: ReportFilter[]
  slicers: Record<string, ReportFilter[]>
}

export type ReportTheme = {
  dataColors: string[]
  foreground: string
  background: string
  accent: string
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
}
