// Draws cards and KPIs with the texts of the viewer.
import { formatLabel, formatValue } from '../viewer/format/format-value.ts'
import { isGrouping } from '../viewer/state/selection.ts'
import { cardDetails, cardFigures, isMultiRow } from '../viewer/visuals/card-data.ts'
import { ICONS } from '../viewer/page/icon-paths.ts'
import { areaBelow, kpiFigures, sparklinePoints, type KpiFigures } from '../viewer/visuals/kpi-data.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { cut, widthOf } from './fonts.ts'
import { type Box, line, rect, tag } from './svg.ts'

/** The largest figure in pixels, as in the viewer. */
const LARGEST = 30
const GAP = 20
/** Height of the line of a small figure. */
const DETAIL_LINE = 17

/** `atEnd`: the figure stands at the right of a flat card, beside the title. */
export function drawCard(drawing: Drawing, box: Box, atEnd: boolean): { svg: string; hidden: number } {
  if (isMultiRow(drawing)) return drawRows(drawing, box)
  const { theme } = drawing
  const figures = cardFigures(drawing)
  const details = cardDetails(drawing)
  // The small figures take the right half, as many of them as fit.
  const room = details.length > 0 ? box.width / 2 : box.width
  const width = (room - GAP * (figures.length - 1)) / Math.max(1, figures.length)
  const parts = figures.map(({ short, label }, index) => {
    const place = { ...box, x: box.x + index * (width + GAP), width }
    const border =
      index === 0 ? '' : rect({ x: place.x - GAP / 2, y: box.y, width: 1, height: box.height }, { fill: theme.line })
    return border + figure({ drawing, place, atEnd, text: short, above: label })
  })
  const fitting = details.slice(0, Math.max(1, Math.floor(box.height / DETAIL_LINE)))
  const top = box.y + (box.height - fitting.length * DETAIL_LINE) / 2
  const lines = fitting.map(({ text, label }, index) =>
    line(cut(`${text} ${label}`.trim(), room - GAP, 12), box.x + room + GAP, top + index * DETAIL_LINE + 12, {
      size: 12,
      color: theme.muted,
    }),
  )
  return { svg: [...parts, ...lines].join(''), hidden: 0 }
}

type FigureParts = { drawing: Drawing; place: Box; atEnd: boolean; text: string; above: string | null }

function figure({ drawing, place, atEnd, text, above }: FigureParts): string {
  const { theme } = drawing
  const label = above === null ? 0 : 17
  const size = sizeOf(text, place.width, (place.height - label) * 0.66)
  const height = size * 1.15 + label
  const top = place.y + Math.max(0, (place.height - height) / 2)
  const [x, anchor] = atEnd ? [place.x + place.width, 'end' as const] : [place.x, 'start' as const]
  return [
    above === null ? '' : line(cut(above, place.width, 12), x, top + 12, { size: 12, color: theme.muted, anchor }),
    line(text, x, top + label + size, { size, color: theme.ink, bold: true, anchor }),
  ].join('')
}

/** The largest size at which a figure fits. */
function sizeOf(text: string, width: number, height: number): number {
  const fitting = (width / Math.max(1, widthOf(text, 100, true))) * 100
  return Math.max(8, Math.min(LARGEST, height, fitting))
}

function drawRows({ answer, speech, theme }: Drawing, box: Box): { svg: string; hidden: number } {
  const hasTitle = answer.columns.some(isGrouping)
  const height = hasTitle ? 66 : 46
  const room = Math.max(1, Math.floor((box.height + 8) / (height + 8)))
  const visible = answer.rows.length > room ? answer.rows.slice(0, Math.max(1, room - 1)) : answer.rows
  const parts = visible.map((row, index) => {
    const y = box.y + index * (height + 8)
    const titles = answer.columns.flatMap((column, at) =>
      isGrouping(column) ? [formatLabel(row[at] ?? null, column, speech.writing)] : [],
    )
    const figures = answer.columns.flatMap((column, at) =>
      isGrouping(column)
        ? []
        : [{ text: formatValue(row[at] ?? null, column, speech.writing) || '–', label: column.displayName }],
    )
    const width = (box.width - 13) / Math.max(1, figures.length)
    const top = y + (hasTitle ? 22 : 2)
    return [
      rect({ x: box.x, y, width: 3, height }, { fill: theme.accent }),
      hasTitle
        ? line(cut(titles.join(' '), box.width - 13, 12.5, true), box.x + 13, y + 16, {
            size: 12.5,
            color: theme.ink,
            bold: true,
          })
        : '',
      ...figures.map(({ text, label }, at) => {
        const x = box.x + 13 + at * width
        return (
          line(cut(text, width - 8, 15, true), x, top + 17, { size: 15, color: theme.ink, bold: true }) +
          line(cut(label, width - 8, 12), x, top + 35, { size: 12, color: theme.muted })
        )
      }),
    ].join('')
  })
  return { svg: parts.join(''), hidden: answer.rows.length - visible.length }
}

/** Height of the line with the goal of a KPI, and of the line with its period. */
const KPI_LINE = 19
/** The least height of the figure of a KPI with its period below, as in the viewer. */
const ROOM_FOR_PERIOD = 60

export function drawKpi(drawing: Drawing, box: Box): { svg: string; hidden: number } {
  const { theme } = drawing
  const { short, period, goal, history } = kpiFigures(drawing)
  const top = { ...box, height: Math.max(1, box.height - (goal ? KPI_LINE : 0)) }
  const hasTrend = history.length > 1
  const hasPeriod = period !== null && top.height >= ROOM_FOR_PERIOD
  const width = hasTrend ? (top.width - GAP) / 2 : top.width
  const place = { ...top, width, height: top.height - (hasPeriod ? KPI_LINE : 0) }
  const parts = [
    figure({ drawing, place, atEnd: false, text: short, above: null }),
    hasPeriod ? line(cut(period, width, 12), box.x, top.y + top.height - 6, { size: 12, color: theme.muted }) : '',
    hasTrend ? trendIn(history, { ...top, x: box.x + width + GAP, width }, theme) : '',
    goal ? goalAt(goal, box, theme) : '',
  ]
  return { svg: parts.join(''), hidden: 0 }
}

/** The trend line with the area below it. */
function trendIn(history: number[], { x: left, y: above, width, height }: Box, theme: Drawing['theme']): string {
  const points = sparklinePoints(history)
  const written = (place: [number, number][]) =>
    place
      .map(([x, y]) => [left + (x / 100) * width, above + height * 0.1 + (y / 40) * height * 0.8])
      .map(([x = 0, y = 0]) => `${x.toFixed(2)},${y.toFixed(2)}`)
      .join(' ')
  const color = theme.dataColors[0] ?? theme.accent
  return (
    tag('polygon', { points: written(areaBelow(points)), fill: color, 'fill-opacity': 0.14 }) +
    tag('polyline', { points: written(points), fill: 'none', stroke: color, 'stroke-width': 2 })
  )
}

function goalAt({ text, isGood }: NonNullable<KpiFigures['goal']>, box: Box, theme: Drawing['theme']): string {
  const color = isGood ? theme.good : theme.warn
  const base = box.y + box.height - 3
  const mark = tag('path', {
    d: ICONS[isGood ? 'check' : 'warning'],
    transform: `translate(${box.x} ${base - 11}) scale(0.65)`,
    fill: 'none',
    stroke: color,
    'stroke-width': 2,
  })
  return mark + line(cut(text, box.width - 18, 12), box.x + 18, base, { size: 12, color })
}
