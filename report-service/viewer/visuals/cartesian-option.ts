// Bars, columns, lines, areas and their combinations as an ECharts option. Pure but for the tooltip's elements.
import { formatCompact, formatValue } from '../format/format-value.ts'
import { mix } from '../page/colors.ts'
import { isPicked } from '../state/selection.ts'
import { markPoint, type ChartData, type Series } from './chart-data.ts'
import { animation, DIM, seriesColor, textStyle, tooltipBox, tooltipFrame } from './chart-style.ts'
import type { EChartsOption } from './echarts.ts'
import type { Drawing } from './renderer.ts'

export type Shape = {
  direction: 'down' | 'across'
  marks: 'bars' | 'lines' | 'areas' | 'combo'
  stack: 'none' | 'sum' | 'share'
}

/** Power BI's type names, taken at their word: `barChart` and `columnChart` are the stacked ones. */
export function shapeOf(type: string): Shape {
  const direction = /barChart$/i.test(type) ? 'across' : 'down'
  const marks = /combo/i.test(type) ? 'combo' : /area/i.test(type) ? 'areas' : /^line/i.test(type) ? 'lines' : 'bars'
  if (/hundredPercent/i.test(type)) return { direction, marks, stack: 'share' }
  const isStacked = /^(barChart|columnChart|stackedAreaChart|lineStackedColumnComboChart)$/.test(type)
  return { direction, marks, stack: isStacked ? 'sum' : 'none' }
}

/** Room in pixels, so that the option can decide on labels. */
export type Room = { width: number; height: number }

export function cartesianOption(drawing: Drawing, data: ChartData, shape: Shape, room: Room): EChartsOption {
  const category = categoryAxis(drawing, data, shape, room)
  const hasSecond = data.series.some(isOnSecondAxis)
  const labelled = marksAreLabelled(data, shape, room, drawing)
  const values = [
    valueAxis(
      drawing,
      data.series.filter((one) => !isOnSecondAxis(one)),
      shape,
      labelled,
    ),
  ]
  if (hasSecond) values.push(valueAxis(drawing, data.series.filter(isOnSecondAxis), { ...shape, stack: 'none' }, false))
  const shares = shape.stack === 'share' ? sharesOf(data) : null
  return {
    ...animation(),
    grid: {
      left: 4,
      right: labelled && shape.direction === 'across' ? 64 * drawing.textScale : 8,
      top: labelled && shape.direction === 'down' ? 22 * drawing.textScale : 10,
      bottom: 2,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: shape.direction === 'across' ? values : category,
    yAxis: shape.direction === 'across' ? category : values,
    series: data.series.map((one, at) => seriesOption(drawing, data, shape, { one, at, labelled, shares })),
    tooltip: tooltip(drawing, data, shape, shares),
  } as EChartsOption
}

const isOnSecondAxis = (series: Series): boolean => series.column.role === 'Y2'

function isLine(series: Series, shape: Shape): boolean {
  return shape.marks === 'combo' ? isOnSecondAxis(series) : shape.marks !== 'bars'
}

function categoryAxis(drawing: Drawing, data: ChartData, shape: Shape, room: Room): object {
  const isAcross = shape.direction === 'across'
  const labels = data.categories.map(({ label }) => label)
  const band = room.width / Math.max(1, labels.length)
  const longest = Math.max(0, ...labels.map((label) => label.length)) * 6.6 * drawing.textScale
  // Upright where they fit; slanted only where bands are wide enough to keep them apart.
  const isSlanted = !isAcross && shape.marks === 'bars' && longest > band * 1.05 && labels.length <= 16
  return {
    type: 'category',
    data: labels,
    inverse: isAcross,
    boundaryGap: shape.marks === 'bars' || shape.marks === 'combo' || labels.length === 1,
    axisLine: { show: !isAcross, lineStyle: { color: drawing.theme.line } },
    axisTick: { show: false },
    axisLabel: {
      ...textStyle(drawing),
      hideOverlap: !isSlanted && !isAcross,
      interval: isAcross || isSlanted ? 0 : 'auto',
      rotate: isSlanted ? 35 : 0,
      width: isAcross ? Math.max(72, room.width * 0.34) : isSlanted ? 110 * drawing.textScale : Math.max(band, 64),
      overflow: 'truncate',
      margin: 8,
    },
  }
}

function valueAxis(drawing: Drawing, series: Series[], shape: Shape, isHidden: boolean): object {
  const column = series[0]?.column
  const label = (value: number) => {
    if (shape.stack === 'share')
      return new Intl.NumberFormat(drawing.speech.writing.locale, { style: 'percent' }).format(value)
    return column ? formatCompact(value, column, drawing.speech.writing) : String(value)
  }
  return {
    type: 'value',
    max: shape.stack === 'share' ? 1 : null,
    splitNumber: 4,
    axisLabel: { ...textStyle(drawing, 11.5), show: !isHidden, formatter: label, hideOverlap: true },
    splitLine: { show: !isHidden, lineStyle: { color: drawing.theme.line } },
    axisLine: { show: false },
    axisTick: { show: false },
  }
}

/** Figures at the marks replace the axis where there are few marks with room for them. */
function marksAreLabelled(data: ChartData, shape: Shape, room: Room, { textScale }: Drawing): boolean {
  if (shape.marks !== 'bars' || shape.stack === 'share' || data.series.length !== 1) return false
  const count = data.categories.length
  if (shape.direction === 'across') return room.height / count > 15 && room.width > 240
  return room.width / count > 58 * textScale
}

type Part = { one: Series; at: number; labelled: boolean; shares: (number | null)[][] | null }

function seriesOption(drawing: Drawing, data: ChartData, shape: Shape, part: Part): object {
  const { one, at, shares } = part
  const color = seriesColor(drawing, at)
  const values = shares?.[at] ?? one.values
  const secondAxis = isOnSecondAxis(one) ? { [shape.direction === 'across' ? 'xAxisIndex' : 'yAxisIndex']: 1 } : {}
  if (isLine(one, shape)) return { ...lineOption(drawing, data, shape, part, values, color), ...secondAxis }
  const count = shape.stack === 'none' ? data.series.length : 1
  return {
    type: 'bar',
    name: one.name,
    ...(shape.stack === 'none' ? {} : { stack: 'all' }),
    data: values.map((value, category) => ({
      value,
      itemStyle: { opacity: markOpacity(drawing, data, category, at) },
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
    name: one.name,
    ...(shape.stack === 'none' ? {} : { stack: 'all' }),
    data: values.map((value, category) => {
      const isOn = picked && isPicked(drawing.picked, markPoint(data, category, at))
      return isOn ? { value, symbol: 'circle', symbolSize: 9 * drawing.textScale } : value
    }),
    lineStyle: { width: 2.2 * Math.max(0.9, drawing.textScale), color, opacity: picked ? 0.55 : 1 },
    itemStyle: { color },
    areaStyle: shape.marks === 'areas' ? { color, opacity: isAlone ? 0.16 : 0.3 } : null,
    symbol: values.length === 1 || picked ? 'circle' : 'emptyCircle',
    symbolSize: picked ? 0.01 : 6,
    showSymbol: picked || values.length <= 2,
    connectNulls: false,
    smooth: false,
    emphasis: { focus: isAlone ? 'none' : 'series' },
    cursor: 'pointer',
  }
}

function markOpacity({ picked }: Drawing, data: ChartData, category: number, series: number): number {
  return picked.length === 0 || isPicked(picked, markPoint(data, category, series)) ? 1 : DIM
}

function sharesOf(data: ChartData): (number | null)[][] {
  const sums = data.categories.map((_, at) => {
    return data.series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0)
  })
  return data.series.map(({ values }) => {
    return values.map((value, at) => (value === null || !sums[at] ? null : Math.abs(value) / sums[at]))
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
      const lines = data.series.flatMap(({ name, column, values }, series) => {
        const value = values[at] ?? null
        if (value === null) return []
        const share = shares?.[series]?.[at]
        const percent = share
          ? ` (${new Intl.NumberFormat(speech.writing.locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)})`
          : ''
        return [
          { color: seriesColor(drawing, series), name, value: formatValue(value, column, speech.writing) + percent },
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
