// Draws a chart as SVG with the options of the viewer, on ECharts without a browser.
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { cartesianPlan, piePlan, type ChartPlan } from '../viewer/visuals/chart-plan.ts'
import { seriesColor } from '../viewer/visuals/chart-style.ts'
import type { LegendEntry } from '../viewer/visuals/legend.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { cut, widthOf } from './fonts.ts'
import { type Box, line, rect, tag } from './svg.ts'

use([BarChart, LineChart, PieChart, GridComponent, SVGRenderer])
setPlatformAPI({
  measureText: (text, font) => {
    const size = Number(/([\d.]+)px/.exec(font ?? '')?.[1] ?? 12)
    return { width: widthOf(text, size, /bold|[67]00/.test(font ?? '')) }
  },
})

const LEGEND_LINE = 22
/** Part of a pie's width for its legend, as in the viewer, and the widest legend in pixels. */
const PIE_LEGEND = { share: 0.46, width: 190 }

/** The chart, and the number of rows that had no room. */
export type DrawnChart = { svg: string; hidden: number }

export function drawChart(drawing: Drawing, box: Box): DrawnChart {
  const isPie = /^(pie|donut)Chart$/.test(drawing.visual.type)
  const planOf = isPie ? piePlan : cartesianPlan
  const whole = planOf(drawing)
  const first = arrange(whole, drawing, box)
  const { visible, hidden } = fitting(whole, drawing, first.room)
  const plan = hidden === 0 ? whole : planOf(visible)
  const { room, legend } = hidden === 0 ? first : arrange(plan, visible, box)
  return { svg: chartIn(plan, room) + centreOf(plan, drawing, room) + legend, hidden }
}

/**
 * The viewer scrolls a chart with more bars than fit; a file cannot. Of a single series it has the first bars. With several series, whose
 * rows do not follow the categories, the chart is drawn smaller.
 */
function fitting(plan: ChartPlan, drawing: Drawing, room: Box): { visible: Drawing; hidden: number } {
  const share = Math.min(1, room.height / Math.max(1, plan.min.height), room.width / Math.max(1, plan.min.width))
  const { rows } = drawing.answer
  if (share >= 1 || plan.data.series.length !== 1) return { visible: drawing, hidden: 0 }
  const count = Math.max(1, Math.floor(rows.length * share))
  return {
    visible: { ...drawing, answer: { ...drawing.answer, rows: rows.slice(0, count) } },
    hidden: rows.length - count,
  }
}

function chartIn(plan: ChartPlan, place: Box): string {
  const room = {
    width: Math.max(place.width, plan.min.width, 20),
    height: Math.max(place.height, plan.min.height, 20),
  }
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...room })
  try {
    const { tooltip: _, ...option } = plan.option(room)
    chart.setOption(option)
    const drawn = chart.renderToSVGString({ useViewBox: false })
    const inner = drawn.slice(drawn.indexOf('>') + 1, drawn.lastIndexOf('</svg>'))
    const scale = Math.min(place.width / room.width, place.height / room.height)
    return tag('g', { transform: `translate(${place.x} ${place.y}) scale(${scale})` }, inner)
  } finally {
    chart.dispose()
  }
}

/** The total in the middle of a donut. */
function centreOf({ centre }: ChartPlan, { theme }: Drawing, { x, y, width, height }: Box): string {
  if (centre === null) return ''
  const size = Math.min(20, (0.92 * Math.min(width, height)) / Math.max(5, centre.total.length))
  return line(centre.total, x + width / 2, y + height / 2 + size * 0.36, {
    size,
    color: theme.ink,
    bold: true,
    anchor: 'middle',
  })
}

/** Places the legend: over a chart, beside a pie, or below a tall pie. */
function arrange(plan: ChartPlan, drawing: Drawing, box: Box): { room: Box; legend: string } {
  const { entries, sideBySide } = plan
  if (entries.length === 0) return { room: box, legend: '' }
  if (!sideBySide) {
    const legend = legendRow(drawing, entries, box)
    return { room: { ...box, y: box.y + legend.height, height: box.height - legend.height }, legend: legend.svg }
  }
  if (box.width < Math.max(box.height * 1.05, 230)) {
    const height = Math.min(box.height * PIE_LEGEND.share, entries.length * LEGEND_LINE)
    const place = { ...box, y: box.y + box.height - height, height }
    return { room: { ...box, height: box.height - height - 6 }, legend: legendColumn(drawing, entries, place) }
  }
  const width = Math.min(box.width * PIE_LEGEND.share, PIE_LEGEND.width)
  const place = { ...box, x: box.x + box.width - width, width }
  return { room: { ...box, width: box.width - width - 10 }, legend: legendColumn(drawing, entries, place) }
}

const swatch = (drawing: Drawing, at: number, x: number, middle: number): string =>
  rect({ x, y: middle - 4.5, width: 9, height: 9 }, { rx: 3, fill: seriesColor(drawing, at) })

/** At most two rows, as in the viewer; the last entry counts those without room. */
function legendRow(drawing: Drawing, entries: LegendEntry[], box: Box): { svg: string; height: number } {
  const { muted } = drawing.theme
  let [x, row] = [0, 0]
  const parts: string[] = []
  for (const [index, { label }] of entries.entries()) {
    const text = cut(label, box.width - 30, 12)
    const width = 27 + widthOf(text, 12)
    if (x > 0 && x + width > box.width) [x, row] = [0, row + 1]
    const middle = box.y + row * LEGEND_LINE + 9
    const left = entries.length - index
    const isLast = row === 1 && left > 1 && x + width + 60 > box.width
    if (row > 1 || isLast) {
      const end = box.y + Math.min(row, 1) * LEGEND_LINE + 13
      parts.push(line(`+ ${left}`, box.x + (row > 1 ? box.width - 30 : x), end, { size: 12, color: muted }))
      return { svg: parts.join(''), height: 2 * LEGEND_LINE }
    }
    parts.push(
      swatch(drawing, index, box.x + x, middle),
      line(text, box.x + x + 15, middle + 4, { size: 12, color: muted }),
    )
    x += width
  }
  return { svg: parts.join(''), height: (row + 1) * LEGEND_LINE }
}

function legendColumn(drawing: Drawing, entries: LegendEntry[], box: Box): string {
  const { ink, muted } = drawing.theme
  const room = Math.max(1, Math.floor(box.height / LEGEND_LINE))
  const visible = entries.length > room ? entries.slice(0, room - 1) : entries
  const top = box.y + Math.max(0, (box.height - Math.min(room, entries.length) * LEGEND_LINE) / 2)
  const parts = visible.map(({ label, detail }, index) => {
    const middle = top + (index + 0.5) * LEGEND_LINE
    const end = detail ?? ''
    const text = cut(label, box.width - 25 - widthOf(end, 12), 12)
    return (
      swatch(drawing, index, box.x, middle) +
      line(text, box.x + 15, middle + 4, { size: 12, color: muted }) +
      line(end, box.x + box.width, middle + 4, { size: 12, color: ink, anchor: 'end' })
    )
  })
  const rest = entries.length - visible.length
  if (rest > 0)
    parts.push(
      line(`+ ${rest}`, box.x + 15, top + (visible.length + 0.5) * LEGEND_LINE + 4, { size: 12, color: muted }),
    )
  return parts.join('')
}
