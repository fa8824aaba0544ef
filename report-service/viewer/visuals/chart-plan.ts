// What a chart shows: its data, its legend, its minimum size, and its option for a size. Pure. chart.ts draws it in the browser, and
// ../../drawing/draw-chart.ts in an export.
import { cartesianData, cartesianOption, shapeOf, type Room } from './cartesian-option.ts'
import { buildChartData, type ChartData } from './chart-data.ts'
import type { EChartsOption } from './echarts.ts'
import type { LegendEntry } from './legend.ts'
import { asSlices, pieLegend, pieOption } from './pie-option.ts'
import type { Drawing } from './renderer.ts'
import { currentSort } from './table-parts.ts'

export type ChartPlan = {
  data: ChartData
  /** Minimum size that keeps data points readable. A smaller frame scrolls. */
  min: Room
  entries: LegendEntry[]
  centre: string | null
  sideBySide: boolean
  option: (room: Room) => EChartsOption
}

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
  }
}

export function piePlan(drawing: Drawing): ChartPlan {
  const data = asSlices(buildChartData(drawing.answer, currentSort(drawing), drawing.speech.writing))
  const words = pieLegend(drawing, data)
  return {
    data,
    min: { width: 0, height: 0 },
    entries: words.entries.map(({ label, share }, index) => ({
      label,
      detail: share,
      point: data.categories[index]?.point ?? null,
    })),
    centre: drawing.visual.type === 'donutChart' ? words.total : null,
    sideBySide: true,
    option: (room) => pieOption(drawing, data, room),
  }
}
