// Shared by all charts: colours, fonts, tooltip, and the opacity of unselected data points.
import { h } from '../page/element.ts'
import { formatValue } from '../format/format-value.ts'
import type { Series } from './chart-data.ts'
import type { Drawing } from './renderer.ts'

export const DIM = 0.26

export const seriesColor = ({ theme }: Drawing, at: number): string => {
  return theme.dataColors[at % theme.dataColors.length] ?? theme.accent
}

export const textStyle = ({ theme, textScale }: Drawing, size = 12) => ({
  color: theme.muted,
  fontFamily: theme.fontFamily,
  fontSize: Math.round(size * textScale * 10) / 10,
})

/** Without media queries, in the drawing of an export, nothing moves. */
export const prefersStillness = (): boolean =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** The animation of a chart: none at first, because the event `rendered` must follow the finished drawing. Later changes are animated. */
export const animation = () =>
  prefersStillness() ? { animation: false } : { animationDuration: 0, animationDurationUpdate: 260 }

let ruler: CanvasRenderingContext2D | null = null

/** The width of a text in pixels. */
type TextMeasure = (text: string, fontSize: number) => number

let measureText: TextMeasure | null = null

/** Sets how texts are measured where there is no canvas, in the drawing of an export; null: by a canvas. Answers the former measure. */
export function measureTextWith(measure: TextMeasure | null): TextMeasure | null {
  const former = measureText
  measureText = measure
  return former
}

/** Measures text in the chart's font, in pixels. */
export function createRuler(drawing: Drawing, size = 12): (text: string) => number {
  const { fontSize, fontFamily } = textStyle(drawing, size)
  const measure = measureText
  if (measure) return (text) => measure(text, fontSize)
  ruler ??= document.createElement('canvas').getContext('2d')
  const context = ruler
  if (!context) return (text) => text.length * size * 0.55
  return (text) => {
    context.font = `${fontSize}px ${fontFamily}`
    return context.measureText(text).width
  }
}

/** Truncates a text to a width. ECharts can truncate too, but reserves the space of the full text. */
export function cutText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  let end = text.length - 1
  while (end > 1 && measure(`${text.slice(0, end)}…`) > width) end -= 1
  return `${text.slice(0, end).trimEnd()}…`
}

export type TooltipLine = { color: string | null; name: string; value: string }

/** The line of a tooltip for the highlighted part of a value; none without a highlight. */
export function partLine({ speech }: Drawing, series: Series | undefined, at: number): TooltipLine[] {
  if (!series?.parts) return []
  const value = formatValue(series.parts[at] ?? null, series.column, speech.writing) || '–'
  return [{ color: null, name: speech.phrases.highlighted, value }]
}

/** A tooltip made of elements: names come from data and must not become markup. */
export function tooltipBox(title: string, lines: TooltipLine[]): HTMLElement {
  const rows = lines.map(({ color, name, value }) => {
    const swatch = h('span', { class: 'swatch' })
    if (color !== null) swatch.style.background = color
    return h(
      'div',
      { class: 'tip-line' },
      color === null ? null : swatch,
      h('span', { class: 'tip-name' }, name),
      h('b', {}, value),
    )
  })
  return h('div', { class: 'tip' }, h('div', { class: 'tip-title' }, title), ...rows)
}

/** The box of the tooltip. Its colours are inline, because the style sheet cannot reach it. */
export const tooltipFrame = ({ theme, textScale }: Drawing) => ({
  backgroundColor: theme.card,
  borderColor: theme.line,
  borderWidth: 1,
  padding: [8, 10] as [number, number],
  textStyle: { color: theme.ink, fontFamily: theme.fontFamily, fontSize: 12 * Math.min(1.15, textScale) },
  extraCssText: 'box-shadow:0 6px 24px rgb(0 0 0 / .14);border-radius:8px;max-width:320px;',
  transitionDuration: prefersStillness() ? 0 : 0.15,
  confine: true,
})
