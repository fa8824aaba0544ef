// Converts rows of an answer to categories and series. Pure; independent of the chart library.
import type { VisualAnswer, VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { readDate } from '../format/date-format.ts'
import { formatLabel, type Writing } from '../format/format-value.ts'
import { isGrouping, keyOf, pointOf, type DataPoint } from '../state/selection.ts'
import type { Sort } from '../state/view-state.ts'

export type Category = { label: string; point: DataPoint }
export type Series = {
  name: string
  /** The column of the values. It defines the format and, by its role, the axis. */
  column: VisualColumn
  values: (number | null)[]
  /** The highlighted part of each value; absent without a highlight. */
  parts?: (number | null)[]
  /** Data point that a click on the legend entry selects; null for a series of a measure. */
  point: DataPoint | null
}
export type ChartData = {
  categories: Category[]
  series: Series[]
  tooltips: TooltipFigure[]
  /** Milliseconds since 1970 of each category, in ascending order; absent if the categories are names. */
  times?: number[]
}
type TooltipFigure = { column: VisualColumn; values: Value[] }

const SERIES_ROLES: ReadonlySet<string> = new Set(['Series', 'Legend'])
const NOT_DRAWN: ReadonlySet<string> = new Set(['Tooltips'])

export function buildChartData(answer: VisualAnswer, sort: Sort, writing: Writing): ChartData {
  const { columns, rows } = answer
  const isSeries = (column: VisualColumn) =>
    isGrouping(column) && SERIES_ROLES.has(column.role) && hasOtherGroup(columns)
  const categoryRoles = new Set(
    columns.filter((column) => isGrouping(column) && !isSeries(column)).map(({ role }) => role),
  )
  const figures = columns.flatMap((column, index) =>
    isGrouping(column) || NOT_DRAWN.has(column.role) ? [] : [{ column, at: index }],
  )
  const seriesAt = columns.findIndex(isSeries)

  const keyed = rows.map((row) => ({ row, category: pointOf(columns, row, categoryRoles) }))
  const byCategory = Map.groupBy(keyed, ({ category }) => keyOf(category))
  const groups = orderGroups([...byCategory.values()], columns, sort, seriesAt >= 0)
  const categories = groups.map((group) => categoryOf(group[0]?.category ?? [], columns, writing))
  const rowsOf = groups.map((group) => group.map(({ row }) => row))

  const series =
    seriesAt < 0
      ? figures.map((figure) => measureSeries(figure, rowsOf))
      : legendSeries(columns, seriesAt, figures, rowsOf, rows, writing)
  const tooltips = columns.flatMap((column, index) => {
    return NOT_DRAWN.has(column.role) ? [{ column, values: rowsOf.map((group) => group[0]?.[index] ?? null) }] : []
  })
  return { categories, series, tooltips }
}

/** The data with the highlighted part of each value. Both answers have the same columns, but the part may lack categories and entries. */
export function withParts(data: ChartData, part: ChartData): ChartData {
  const places = new Map(part.categories.map(({ point }, index) => [keyOf(point), index]))
  const seriesKey = ({ column, point }: Series) => `${column.queryRef} ${keyOf(point ?? [])}`
  const found = new Map(part.series.map((one) => [seriesKey(one), one]))
  return {
    ...data,
    series: data.series.map((one) => {
      const values = found.get(seriesKey(one))?.values
      return { ...one, parts: data.categories.map(({ point }) => values?.[places.get(keyOf(point)) ?? -1] ?? null) }
    }),
  }
}

/** What is left of a value beside its highlighted part. A part that exceeds the value, such as of an average, leaves nothing. */
export function restOf(value: number | null, part: number | null): number | null {
  if (value === null || part === null || part === 0) return value
  if (value < 0 !== part < 0) return value
  return Math.abs(part) >= Math.abs(value) ? 0 : value - part
}

/** A chart with a legend but no category uses the legend as category. */
function hasOtherGroup(columns: readonly VisualColumn[]): boolean {
  return columns.some((column) => isGrouping(column) && !SERIES_ROLES.has(column.role))
}

/** The same data on a time axis, sorted by time, if its only category column has dates. A blank date has no place on such an axis. */
export function onTimeAxis(data: ChartData, columns: readonly VisualColumn[]): ChartData {
  const dates = data.categories.map(({ point: [first, ...others] }) => {
    const column = columns.find(
      ({ field }) => field.table === first?.target.table && field.name === first.target.column,
    )
    if (column?.dataType !== 'dateTime' || others.length > 0 || typeof first?.value !== 'string') return null
    return readDate(first.value)?.getTime() ?? null
  })
  const times = dates.filter((date) => date !== null)
  if (times.length < Math.max(2, dates.length)) return data
  const order = times.map((_, index) => index).toSorted((one, other) => (times[one] ?? 0) - (times[other] ?? 0))
  const sorted = <Item>(items: Item[]): Item[] => order.flatMap((index) => items.slice(index, index + 1))
  return {
    categories: sorted(data.categories),
    series: data.series.map((one) => ({ ...one, values: sorted(one.values) })),
    tooltips: data.tooltips.map((one) => ({ ...one, values: sorted(one.values) })),
    times: sorted(times),
  }
}

type Keyed = { row: Value[]; category: DataPoint }

/** Sorts the categories. With a legend a category has several rows, so it is sorted by their sum. */
function orderGroups(groups: Keyed[][], columns: readonly VisualColumn[], sort: Sort, hasLegend: boolean): Keyed[][] {
  const [first] = sort
  const at = columns.findIndex((column) => column.queryRef === first?.queryRef && !isGrouping(column))
  if (!hasLegend || !first || at < 0) return groups
  const sum = (group: Keyed[]) => group.reduce((total, { row }) => total + Number(row[at] ?? 0), 0)
  const sign = first.direction === 'asc' ? 1 : -1
  return groups.toSorted((one, other) => sign * (sum(one) - sum(other)))
}

function categoryOf(point: DataPoint, columns: readonly VisualColumn[], writing: Writing): Category {
  const labels = point.map(({ target, value }) => {
    const column = columns.find(({ field }) => field.table === target.table && field.name === target.column)
    return column ? formatLabel(value, column, writing) : String(value)
  })
  return { label: labels.join(' '), point }
}

type Figure = { column: VisualColumn; at: number }

function measureSeries({ column, at }: Figure, rowsOf: Value[][][]): Series {
  const values = rowsOf.map((group) => numberOf(group[0]?.[at]))
  return { name: column.displayName, column, values, point: null }
}

function legendSeries(
  columns: readonly VisualColumn[],
  seriesAt: number,
  figures: Figure[],
  rowsOf: Value[][][],
  rows: Value[][],
  writing: Writing,
): Series[] {
  const legend = columns[seriesAt]
  if (!legend) return []
  const entries = sortLegend([...new Set(rows.map((row) => row[seriesAt] ?? null))])
  return entries.flatMap((entry) => {
    const label = formatLabel(entry, legend, writing)
    const point: DataPoint = [{ target: { table: legend.field.table, column: legend.field.name }, value: entry }]
    return figures.map(({ column, at }) => {
      const values = rowsOf.map((group) => numberOf(group.find((row) => (row[seriesAt] ?? null) === entry)?.[at]))
      return { name: figures.length > 1 ? `${label} · ${column.displayName}` : label, column, values, point }
    })
  })
}

/** Numbers are sorted; other values keep the order of the rows, which the service has sorted. */
function sortLegend(entries: Value[]): Value[] {
  const isNumbers = entries.every((entry) => entry === null || typeof entry === 'number')
  return isNumbers ? entries.toSorted((one, other) => Number(one) - Number(other)) : entries
}

function numberOf(value: Value | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** The data point of a category and series. With a legend it includes the legend entry. */
export function markPoint(data: ChartData, category: number, series: number): DataPoint {
  return [...(data.categories[category]?.point ?? []), ...(data.series[series]?.point ?? [])]
}

/** Index of the category nearest to a place on the axis: an index, or a time on a time axis. */
export function nearestCategory({ times }: ChartData, place: number): number {
  if (!times) return Math.round(place)
  const distances = times.map((time) => Math.abs(time - place))
  return distances.indexOf(Math.min(...distances))
}
