// Draws cards and KPIs with the texts of the viewer.
import { formatLabel, formatValue } from '../viewer/format/format-value.ts'
import { isGrouping } from '../viewer/state/selection.ts'
import { cardFigures, isMultiRow } from '../viewer/visuals/card-data.ts'
import { kpiFigures, sparklinePoints } from '../viewer/visuals/kpi-data.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { cut, widthOf } from './fonts.ts'
import { type Box, line, rect, tag } from './svg.ts'

/** The largest figure in pixels, as in the viewer. */
const LARGEST = 30
const GAP = 20

/** `atEnd`: the figure stands at the right of a flat card, beside the title. */
export function drawCard(drawing: Drawing, box: Box, atEnd: boolean): { svg: string; hidden: number } {
  if (isMultiRow(drawing)) return drawRows(drawing, box)
  const { theme } = drawing
  const figures = cardFigures(drawing)
  const width = (box.width - GAP * (figures.length - 1)) / Math.max(1, figures.length)
  const parts = figures.map(({ short, label }, index) => {
    const place = { ...box, x: box.x + index * (width + GAP), width }
    const border =
      index === 0 ? '' : rect({ x: place.x - GAP / 2, y: box.y, width: 1, height: box.height }, { fill: theme.line })
    return border + figure({ drawing, place, atEnd, text: short, above: label, below: null })
  })
  return { svg: parts.join(''), hidden: 0 }
}

type FigureParts = {
  drawing: Drawing
  place: Box
  atEnd: boolean
  text: string
  above: string | null
  below: { text: string; color: string } | null
}

function figure({ drawing, place, atEnd, text, above, below }: FigureParts): string {
  const { theme } = drawing
  const isLabelled = above !== null || below !== null
  const size = sizeOf(text, place.width, (place.height - (isLabelled ? 17 : 0)) * 0.66)
  const height = size * 1.15 + (isLabelled ? 17 : 0)
  const top = place.y + Math.max(0, (place.height - height) / 2)
  const [x, anchor] = atEnd ? [place.x + place.width, 'end' as const] : [place.x, 'start' as const]
  const label = (sentence: string, y: number, color: string) =>
    line(cut(sentence, place.width, 12), x, y, { size: 12, color, anchor })
  return [
    above === null ? '' : label(above, top + 12, theme.muted),
    line(text, x, top + (above === null ? 0 : 17) + size, { size, color: theme.ink, bold: true, anchor }),
    below === null ? '' : label(below.text, top + size * 1.15 + 13, below.color),
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

export function drawKpi(drawing: Drawing, box: Box): { svg: string; hidden: number } {
  const { theme } = drawing
  const { short, goal, history } = kpiFigures(drawing)
  const hasLine = history.length > 1
  const place = hasLine ? { ...box, width: (box.width - GAP) / 2 } : box
  const below = goal && { text: goal.text, color: goal.isGood ? theme.accent : '#b45309' }
  const figures = figure({ drawing, place, atEnd: false, text: short, above: null, below })
  if (!hasLine) return { svg: figures, hidden: 0 }
  const spark = {
    x: box.x + place.width + GAP,
    y: box.y + box.height * 0.15,
    width: place.width,
    height: box.height * 0.7,
  }
  const points = sparklinePoints(history).map(
    ([x, y]) => `${(spark.x + (x / 100) * spark.width).toFixed(2)},${(spark.y + (y / 40) * spark.height).toFixed(2)}`,
  )
  const color = theme.dataColors[0] ?? theme.accent
  return {
    svg: figures + tag('polyline', { points: points.join(' '), fill: 'none', stroke: color, 'stroke-width': 2 }),
    hidden: 0,
  }
}
