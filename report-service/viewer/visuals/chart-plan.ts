// What a chart shows: its data, its legend, its minimum size, and its option for a size. Pure. chart.ts draws it in the browser, and
// ../../drawing/draw-chart.ts in an export.
import { cartesianData, cartesianOption, chartDataOf, shapeOf, type Room } from './cartesian-option.ts'
import type { ChartData } from './chart-data.ts'
import type { EChartsOption } from './echarts.ts'
import type { LegendEntry } from './legend.ts'
import { asSlices, pieLegend, pieOption } from './pie-option.ts'
import type { Drawing } from './renderer.ts'

export type ChartPlan = {
  data: ChartData
  /** Minimum size that keeps data points readable. A smaller frame scrolls. */
  min: Room
  entries: LegendEntry[]
  /** The middle of a donut: its total, and with a highlight that of the highlighted part and a line with the total of all. */
  centre: { total: string; whole: string | null } | null
  sideBySide: boolean
  option: (room: Room) => EChartsOption
  /** With a highlight each mark is drawn as two, part and rest: the category and the series of what was drawn. */
  markAt: (dataIndex: number, seriesIndex: number) => { category: number; series: number }
  /** What is drawn for a category, as indexes of data. */
  dataIndexes: (category: number) => number[]
}

const hasParts = ({ series: [first] }: ChartData): boolean => first?.parts !== undefined

export function cartesianPlan(drawing: Drawing): ChartPlan {
  const shape = shapeOf(drawing.visual.type)
  const data = cartesianData(drawing, shape)
  const bands =
    data.categories.length *
    (shape.stack === 'none' && shape.marks === 'bars' ? Math.max(1, data.series.length * 0.6) : 1)
  const isBars = shape.marks === 'bars'
  return {
    data,
    min: {
      width: isBars && shape.direction === 'down' ? Math.min(6_000, bands * 8) : 0,
      height: isBars && shape.direction === 'across' ? Math.min(12_000, bands * 19 * drawing.textScale) : 0,
    },
    entries: data.series.length < 2 ? [] : data.series.map(({ name, point }) => ({ label: name, detail: null, point })),
    centre: null,
    sideBySide: false,
    option: (room) => cartesianOption(drawing, data, shape, room),
    markAt: (category, drawn) => ({ category, series: hasParts(data) ? Math.floor(drawn / 2) : drawn }),
    dataIndexes: (category) => [category],
  }
}

const wholeLine = ({ speech }: Drawing, whole: string | null) => whole && speech.say('ofWhole', { whole })

export function piePlan(drawing: Drawing): ChartPlan {
  const data = asSlices(chartDataOf(drawing))
  const words = pieLegend(drawing, data)
  return {
    data,
    min: { width: 0, height: 0 },
    entries: words.entries.map(({ label, share }, index) => ({
      label,
      detail: share,
      point: data.categories[index]?.point ?? null,
    })),
    centre:
      drawing.visual.type === 'donutChart' ? { total: words.total, whole: wholeLine(drawing, words.whole) } : null,
    sideBySide: true,
    option: (room) => pieOption(drawing, data, room),
    markAt: (drawn) => ({ category: hasParts(data) ? Math.floor(drawn / 2) : drawn, series: 0 }),
    dataIndexes: (category) => (hasParts(data) ? [2 * category, 2 * category + 1] : [category]),
  }
}
