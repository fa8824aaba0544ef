// ECharts option for bars, columns, lines, areas and their combinations. Pure except for the tooltip's elements.
import { formatTick } from '../format/date-format.ts'
import { formatAxis, formatCompact, formatValue } from '../format/format-value.ts'
import { mix } from '../page/colors.ts'
import { isPicked } from '../state/selection.ts'
import { buildChartData, markPoint, onTimeAxis, restOf, withParts, type ChartData, type Series } from './chart-data.ts'
import {
  animation,
  createRuler,
  cutText,
  DIM,
  partLine,
  seriesColor,
  textStyle,
  tooltipBox,
  tooltipFrame,
} from './chart-style.ts'
import type { EChartsOption } from './echarts.ts'
import type { Drawing } from './renderer.ts'
import { currentSort } from './table-parts.ts'

export type Shape = {
  direction: 'down' | 'across'
  marks: 'bars' | 'lines' | 'areas' | 'combo'
  stack: 'none' | 'sum' | 'share'
}

/** Maps Power BI's type names. `barChart` and `columnChart` are the stacked types. */
export function shapeOf(type: string): Shape {
  const direction = /barChart$/i.test(type) ? 'across' : 'down'
  const marks = /combo/i.test(type) ? 'combo' : /area/i.test(type) ? 'areas' : /^line/i.test(type) ? 'lines' : 'bars'
  if (/hundredPercent/i.test(type)) return { direction, marks, stack: 'share' }
  const isStacked = /^(barChart|columnChart|stackedAreaChart|lineStackedColumnComboChart)$/.test(type)
  return { direction, marks, stack: isStacked ? 'sum' : 'none' }
}

/** Available size in pixels, needed to decide about labels. */
export type Room = { width: number; height: number }

/** The categories and series of a chart. Dates under lines and areas are on a time axis, unless the author chose names. */
export function cartesianData(drawing: Drawing, { marks }: Shape): ChartData {
  const { answer, visual } = drawing
  const data = chartDataOf(drawing)
  const hasTimes = (marks === 'lines' || marks === 'areas') && !visual.isAxisOfNames
  return hasTimes ? onTimeAxis(data, answer.columns) : data
}

/** The data of a chart, with the highlighted part of each value if a selection in another visual highlights it. */
export function chartDataOf(drawing: Drawing): ChartData {
  const read = (answer: Drawing['answer']) => buildChartData(answer, currentSort(drawing), drawing.speech.writing)
  const { answer, highlighted } = drawing
  return highlighted ? withParts(read(answer), read(highlighted)) : read(answer)
}

export function cartesianOption(drawing: Drawing, data: ChartData, drawnShape: Shape, room: Room): EChartsOption {
  // A stack with one series is a plain bar chart.
  const shape =
    drawnShape.stack === 'sum' && data.series.length === 1 ? { ...drawnShape, stack: 'none' as const } : drawnShape
  const category = data.times ? timeAxis(drawing, room) : categoryAxis(drawing, data, shape, room)
  const labelled = marksAreLabelled(data, shape, room, drawing)
  const [first, second] = [data.series.filter((one) => !isOnSecondAxis(one)), data.series.filter(isOnSecondAxis)]
  const start = (range: Range) => startBelowZero(drawing, data, shape, room, range)
  const values = [
    {
      ...valueAxis(drawing, first, shape, room, labelled),
      ...(labelled ? {} : stepsAcross(drawing, data, shape, room)),
      ...(labelled && shape.direction === 'across' ? { min: start } : {}),
    },
  ]
  if (second.length > 0) values.push(valueAxis(drawing, second, { ...shape, stack: 'none' }, room, false))
  const shares = shape.stack === 'share' ? sharesOf(data) : null
  return {
    ...animation(),
    // Dates have no time zone. They are drawn as times in UTC.
    useUTC: true,
    grid: {
      left: 4,
      right: labelled && shape.direction === 'across' ? labelRoom(drawing, data) : 8,
      top: labelled && shape.direction === 'down' ? 22 * drawing.textScale : 10,
      bottom: 2,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: shape.direction === 'across' ? values : category,
    yAxis: shape.direction === 'across' ? category : values,
    series: data.series.flatMap((one, index) =>
      seriesOptions(drawing, data, shape, { one, at: index, labelled, shares }),
    ),
    tooltip: tooltip(drawing, data, shape, shares),
  }
}

const isOnSecondAxis = (series: Series): boolean => series.column.role === 'Y2'

function isLine(series: Series, shape: Shape): boolean {
  return shape.marks === 'combo' ? isOnSecondAxis(series) : shape.marks !== 'bars'
}

function categoryAxis(drawing: Drawing, data: ChartData, shape: Shape, room: Room): object {
  const isAcross = shape.direction === 'across'
  const hasBars = shape.marks === 'bars' || shape.marks === 'combo'
  const labels = data.categories.map(({ label }) => label)
  const measure = createRuler(drawing)
  const { maxWidth, mode, every } = labelPlan(drawing, data, shape, room, measure)
  return {
    type: 'category',
    id: 'categories',
    data: labels,
    inverse: isAcross,
    boundaryGap: hasBars || labels.length === 1,
    axisLine: { show: !isAcross, lineStyle: { color: drawing.theme.line } },
    axisTick: { show: false },
    axisLabel: {
      ...textStyle(drawing),
      interval: every - 1,
      rotate: mode === 'slanted' ? 35 : 0,
      formatter: (text: string) => (maxWidth === null ? text : cutText(text, maxWidth, measure)),
      margin: 10,
      // Under lines, centred labels would touch the value axis at the start and exceed the edge at the end.
      alignMinLabel: isAcross || hasBars || mode !== 'thinned' ? null : 'left',
      alignMaxLabel: isAcross || hasBars ? null : 'right',
    },
  }
}

/** An axis on which gaps between dates are as wide as they are long. */
function timeAxis(drawing: Drawing, room: Room): object {
  return {
    type: 'time',
    id: 'categories',
    splitNumber: Math.max(2, Math.floor(room.width / (90 * drawing.textScale))),
    axisLine: { show: true, lineStyle: { color: drawing.theme.line } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      ...textStyle(drawing),
      hideOverlap: true,
      formatter: (time: number) => formatTick(time, drawing.speech.writing.locale),
      margin: 10,
    },
  }
}

/** Least space between two labels side by side, in pixels. With less they read as one text. */
const LABEL_GAP = 4

/** Width of the longest figure of the bars. */
function figureWidth(
  drawing: Drawing,
  series: Series[],
  counts: (value: number | null) => boolean = () => true,
): number {
  const measure = createRuler(drawing, 11.5)
  const texts = series.flatMap(({ values, column }) =>
    values.filter(counts).map((value) => formatCompact(value, column, drawing.speech.writing)),
  )
  return Math.max(0, ...texts.map(measure))
}

/** Space for the longest figure next to a bar. */
const labelRoom = (drawing: Drawing, data: ChartData): number => 12 + figureWidth(drawing, data.series)

type Range = { min: number; max: number }

/** Start of a hidden value axis: left of the lowest bar there is space for its figure, before the names of the categories. */
function startBelowZero(drawing: Drawing, data: ChartData, shape: Shape, room: Room, { min, max }: Range): number {
  if (min >= 0) return 0
  const measure = createRuler(drawing)
  const { maxWidth } = labelPlan(drawing, data, shape, room, measure)
  const names = Math.min(maxWidth ?? Infinity, Math.max(0, ...data.categories.map(({ label }) => measure(label))))
  const bars = Math.max(80, room.width - names - labelRoom(drawing, data) - 14)
  const share = Math.min(0.4, (12 + figureWidth(drawing, data.series, (value) => (value ?? 0) < 0)) / bars)
  return (min - share * Math.max(0, max)) / (1 - share)
}

/** `every`: each label is shown, each second, and so on, so that the distances are equal. */
type LabelPlan = { maxWidth: number | null; mode: 'all' | 'slanted' | 'thinned'; every: number }

/** Distances between labels: they divide a year of months, or a round number. */
const DISTANCES = [1, 2, 3, 4, 6, 12, 24, 60, 120, 240, 600, 1200, 6000]

/** Chooses the label layout: horizontal if all fit, slanted for few bars, otherwise only as many labels as fit. */
function labelPlan(
  drawing: Drawing,
  data: ChartData,
  shape: Shape,
  room: Room,
  measure: (text: string) => number,
): LabelPlan {
  if (shape.direction === 'across') return { maxWidth: Math.max(72, room.width * 0.38), mode: 'all', every: 1 }
  const labels = data.categories.map(({ label }) => label)
  const axes = data.series.some(isOnSecondAxis) ? 2 : 1
  const band = (room.width - axes * 60 * drawing.textScale) / Math.max(1, labels.length)
  const isFew = labels.length <= 16 && shape.marks !== 'lines' && shape.marks !== 'areas'
  if (!isFew) {
    // Under lines the first label begins at its point and the last one ends there: beside a centred label that takes half a label more.
    const share = shape.marks === 'bars' || shape.marks === 'combo' ? 1 : 1.5
    const least = share * Math.max(0, ...labels.map(measure)) + 3 * LABEL_GAP
    const every = DISTANCES.find((distance) => distance * band >= least) ?? labels.length
    return { maxWidth: null, mode: 'thinned', every }
  }
  const fits = labels.every((label) => measure(label) <= band - LABEL_GAP)
  return fits ? { maxWidth: null, mode: 'all', every: 1 } : { maxWidth: 110, mode: 'slanted', every: 1 }
}

function valueAxis(drawing: Drawing, series: Series[], shape: Shape, room: Room, isHidden: boolean): object {
  const isSecond = series[0] !== undefined && isOnSecondAxis(series[0])
  const column = series[0]?.column
  const label = (value: number) => {
    if (shape.stack === 'share')
      return new Intl.NumberFormat(drawing.speech.writing.locale, { style: 'percent' }).format(value)
    return column ? formatAxis(value, column, drawing.speech.writing) : String(value)
  }
  return {
    type: 'value',
    id: isSecond ? 'second-values' : 'values',
    max: shape.stack === 'share' ? 1 : isHidden ? 'dataMax' : null,
    splitNumber:
      shape.direction === 'across'
        ? Math.min(5, Math.max(2, Math.floor((room.width * 0.7) / (96 * drawing.textScale))))
        : 4,
    ...(shape.stack === 'share' ? { interval: 0.25 } : {}),
    axisLabel: {
      ...textStyle(drawing, 11.5),
      show: !isHidden,
      formatter: label,
      hideOverlap: true,
      showMinLabel: true,
      showMaxLabel: true,
    },
    splitLine: { show: !isHidden, lineStyle: { color: drawing.theme.line } },
    axisLine: { show: false },
    axisTick: { show: false },
  }
}

/** Round distances between the marks of an axis, without the power of ten. */
const ROUND = [1, 2, 2.5, 5]

/**
 * Marks of a value axis from left to right: round numbers at equal distances, as many as have space for their labels. ECharts would choose
 * them without the width of the labels, and leave out single labels.
 */
function stepsAcross(drawing: Drawing, data: ChartData, shape: Shape, room: Room): object {
  const [first] = data.series
  if (shape.direction !== 'across' || shape.stack === 'share' || !first || data.series.some(isOnSecondAxis)) return {}
  const { min, max } = rangeOf(data, shape)
  if (!(max > min)) return {}
  const measure = createRuler(drawing)
  const { maxWidth } = labelPlan(drawing, data, shape, room, measure)
  const names = Math.min(maxWidth ?? Infinity, Math.max(0, ...data.categories.map(({ label }) => measure(label))))
  const width = Math.max(60, room.width - names - 40)
  const power = 10 ** Math.floor(Math.log10((max - min) / 6))
  const sizes = [power, 10 * power, 100 * power].flatMap((ten) => ROUND.map((round) => round * ten))
  for (const interval of sizes) {
    const [from, to] = [Math.floor(min / interval), Math.ceil(max / interval)]
    const marks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * interval)
    if (marks.length > 7) continue
    const texts = marks.map((mark) => measure(formatAxis(mark, first.column, drawing.speech.writing)))
    if (marks.length <= 2 || (marks.length - 1) * (Math.max(...texts) + 3 * LABEL_GAP) <= width)
      return { min: from * interval, max: to * interval, interval }
  }
  return {}
}

/** The least and the greatest end of a bar, at most and at least zero. */
function rangeOf({ series, categories }: ChartData, { stack }: Shape): Range {
  const ends = categories.flatMap((_, at) => {
    const values = series.flatMap(({ values: own, parts }) => {
      const whole = own[at] ?? 0
      if (!parts) return [whole]
      const part = parts[at] ?? 0
      return stack === 'sum' ? [part, restOf(whole, part) ?? 0] : [whole, part]
    })
    if (stack !== 'sum') return values
    const sum = (part: number[]) => part.reduce((total, value) => total + value, 0)
    return [sum(values.filter((value) => value < 0)), sum(values.filter((value) => value > 0))]
  })
  return { min: Math.min(0, ...ends), max: Math.max(0, ...ends) }
}

/** True if figures at the bars replace the axis: only with few bars and enough space. */
function marksAreLabelled(data: ChartData, shape: Shape, room: Room, drawing: Drawing): boolean {
  if (shape.marks !== 'bars' || shape.stack === 'share' || data.series.length !== 1) return false
  const count = data.categories.length
  if (shape.direction === 'across') return room.height / count > 15 && room.width > 240
  const band = room.width / count
  return band > 58 * drawing.textScale && figureWidth(drawing, data.series) <= band - LABEL_GAP
}

type Part = { one: Series; at: number; labelled: boolean; shares: (number | null)[][] | null }

/**
 * The series of a chart. With a highlight a bar is a stack of two: its highlighted part in full colour, and the rest in pale colour. So the
 * whole keeps its length.
 */
function seriesOptions(drawing: Drawing, data: ChartData, shape: Shape, part: Part): object[] {
  const { one, at, shares } = part
  const whole = seriesOption(drawing, data, shape, part)
  if (!one.parts) return [whole]
  const parts = shares ? shareOfParts(data, at) : one.parts
  const values = shares?.[at] ?? one.values
  const rests = values.map((value, category) => restOf(value, parts[category] ?? null))
  const stack = shape.stack === 'none' ? { stack: `stack-${at}` } : {}
  const radius = shape.stack === 'none' ? roundedEnd(shape) : 0
  return [
    {
      ...whole,
      ...stack,
      label: { show: false },
      data: parts.map((value, category) => ({ value, itemStyle: { borderRadius: rests[category] ? 0 : radius } })),
    },
    {
      ...whole,
      ...stack,
      id: `rest-${at}`,
      label: part.labelled ? { ...markLabel(drawing, one, shape), ...partFigure(drawing, one) } : { show: false },
      data: rests.map((value, category) => ({
        value,
        itemStyle: { opacity: DIM },
        ...((one.values[category] ?? 0) < 0 ? belowZero(shape) : {}),
      })),
    },
  ]
}

/** The figure at a highlighted bar is that of its highlighted part. */
const partFigure = ({ speech }: Drawing, { column, parts }: Series): object => ({
  formatter: ({ dataIndex }: { dataIndex: number }) => {
    const value = parts?.[dataIndex] ?? null
    return value === null ? '' : formatCompact(value, column, speech.writing)
  },
})

function seriesOption(drawing: Drawing, data: ChartData, shape: Shape, part: Part): object {
  const { one, at, shares } = part
  const color = seriesColor(drawing, at)
  const values = shares?.[at] ?? one.values
  const secondAxis = isOnSecondAxis(one) ? { [shape.direction === 'across' ? 'xAxisIndex' : 'yAxisIndex']: 1 } : {}
  if (isLine(one, shape)) return { ...lineOption(drawing, data, shape, part, values, color), ...secondAxis }
  const count = shape.stack === 'none' ? data.series.length : 1
  return {
    type: 'bar',
    id: `series-${at}`,
    name: one.name,
    ...(shape.stack === 'none' ? {} : { stack: 'all' }),
    data: values.map((value, category) => ({
      value,
      itemStyle: { opacity: markOpacity(drawing, data, category, at) },
      ...((value ?? 0) < 0 ? belowZero(shape) : {}),
    })),
    itemStyle: {
      color,
      borderRadius: shape.stack === 'none' ? roundedEnd(shape) : 0,
      borderColor: drawing.theme.card,
      borderWidth: shape.stack === 'none' ? 0 : 0.6,
    },
    barMaxWidth: Math.max(14, 44 / count) * drawing.textScale,
    barCategoryGap: '32%',
    barGap: '12%',
    cursor: 'pointer',
    emphasis: { itemStyle: { color: mix(color, drawing.theme.ink, 0.14) } },
    label: part.labelled ? markLabel(drawing, one, shape) : { show: false },
    ...secondAxis,
  }
}

const roundedEnd = (shape: Shape) => (shape.direction === 'across' ? [0, 3, 3, 0] : [3, 3, 0, 0])

/** A negative bar has its figure on the opposite side. */
const belowZero = (shape: Shape) =>
  shape.direction === 'across' ? { label: { position: 'left' } } : { label: { position: 'bottom' } }

function markLabel(drawing: Drawing, series: Series, shape: Shape): object {
  return {
    show: true,
    position: shape.direction === 'across' ? 'right' : 'top',
    distance: 5,
    ...textStyle(drawing, 11.5),
    color: drawing.theme.ink,
    formatter: ({ value }: { value: unknown }) => {
      return typeof value === 'number' ? formatCompact(value, series.column, drawing.speech.writing) : ''
    },
  }
}

function lineOption(
  drawing: Drawing,
  data: ChartData,
  shape: Shape,
  { one, at }: Part,
  values: (number | null)[],
  color: string,
): object {
  const isAlone = data.series.length === 1
  const picked = drawing.picked.length > 0
  return {
    type: 'line',
    id: `series-${at}`,
    name: one.name,
    ...(shape.stack === 'none' ? {} : { stack: 'all' }),
    data: values.map((figure, category) => {
      const value = data.times ? [data.times[category] ?? null, figure] : figure
      const isOn = picked && isPicked(drawing.picked, markPoint(data, category, at))
      if (isOn) return { value, symbol: 'circle', symbolSize: 9 * drawing.textScale }
      return isIsolated(values, category) ? { value, symbol: 'circle', symbolSize: 5 * drawing.textScale } : value
    }),
    lineStyle: { width: 2.2 * Math.max(0.9, drawing.textScale), color, opacity: picked ? 0.55 : 1 },
    itemStyle: { color },
    areaStyle: shape.marks === 'areas' ? { color, opacity: isAlone ? 0.16 : 0.3 } : null,
    symbol: 'circle',
    // Only single points are visible: selected points, and points without a neighbour.
    symbolSize: 0.01,
    showSymbol: true,
    showAllSymbol: true,
    connectNulls: false,
    smooth: false,
    cursor: 'pointer',
  }
}

/** A point between two gaps is part of no line and would be invisible. */
function isIsolated(values: (number | null)[], at: number): boolean {
  return values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
}

function markOpacity({ picked }: Drawing, data: ChartData, category: number, series: number): number {
  return picked.length === 0 || isPicked(picked, markPoint(data, category, series)) ? 1 : DIM
}

/** The sums by which the values of the categories are divided in a stack of shares. */
const sumsOf = (data: ChartData): number[] =>
  data.categories.map((_, index) => data.series.reduce((sum, { values }) => sum + Math.abs(values[index] ?? 0), 0))

/** The highlighted part of a series, as a share of the whole stacks. */
function shareOfParts(data: ChartData, series: number): (number | null)[] {
  const sums = sumsOf(data)
  return (data.series[series]?.parts ?? []).map((part, index) =>
    part === null || !sums[index] ? null : Math.abs(part) / sums[index],
  )
}

function sharesOf(data: ChartData): (number | null)[][] {
  const sums = sumsOf(data)
  return data.series.map(({ values }) => {
    return values.map((value, index) => (value === null || !sums[index] ? null : Math.abs(value) / sums[index]))
  })
}

function tooltip(drawing: Drawing, data: ChartData, shape: Shape, shares: (number | null)[][] | null): object {
  const { speech, theme } = drawing
  return {
    ...tooltipFrame(drawing),
    trigger: 'axis',
    axisPointer:
      shape.marks === 'bars'
        ? { type: 'shadow', shadowStyle: { color: theme.ink, opacity: 0.05 } }
        : { type: 'line', lineStyle: { color: theme.muted, type: 'solid', opacity: 0.5 } },
    formatter: (params: unknown) => {
      const at = firstDataIndex(params)
      const lines = data.series.flatMap((one, series) => {
        const { name, column, values } = one
        const value = values[at] ?? null
        if (value === null) return []
        const share = shares?.[series]?.[at]
        const percent = share
          ? ` (${new Intl.NumberFormat(speech.writing.locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)})`
          : ''
        return [
          { color: seriesColor(drawing, series), name, value: formatValue(value, column, speech.writing) + percent },
          ...partLine(drawing, one, at),
        ]
      })
      const extra = data.tooltips.map(({ column, values }) => {
        return { color: null, name: column.displayName, value: formatValue(values[at] ?? null, column, speech.writing) }
      })
      return tooltipBox(data.categories[at]?.label ?? '', [...lines, ...extra])
    },
  }
}

function firstDataIndex(params: unknown): number {
  const [first]: unknown[] = Array.isArray(params) ? params : [params]
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : 0
}
