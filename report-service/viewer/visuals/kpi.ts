// A KPI: value, distance to the goal, and a line with its history.
import { formatCompact, formatLabel } from '../format/format-value.ts'
import { h, svg } from '../page/element.ts'
import type { Drawing, MakeRenderer } from './renderer.ts'

export const makeKpi: MakeRenderer = (host) => ({
  draw: (drawing) => host.replaceChildren(kpi(drawing)),
  dispose: () => host.replaceChildren(),
})

function kpi(drawing: Drawing): HTMLElement {
  const { answer, speech } = drawing
  const at = (role: string) => answer.columns.findIndex((column) => column.role === role)
  const [indicator, goal] = [at('Indicator'), at('Goal')]
  const last = answer.rows.at(-1) ?? []
  const column = answer.columns[indicator]
  const value = last[indicator] ?? null
  const target = goal < 0 ? null : (last[goal] ?? null)
  const history = answer.rows.map((row) => row[indicator] ?? null).filter((entry) => typeof entry === 'number')
  const short = column && value !== null ? formatCompact(value, column, speech.writing, 10_000) : '–'
  const full = column ? formatLabel(value, column, speech.writing) : null
  const figure = h('div', { class: 'figure-value', title: full }, short)
  // The history takes half of the width.
  figure.style.setProperty('--chars', String(Math.max(4, short.length) * (history.length > 1 ? 1.9 : 1)))
  return h(
    'div',
    { class: 'card kpi' },
    h('div', { class: 'figure' }, figure, goalLine(drawing, value, target, goal)),
    history.length > 1 ? sparkline(history) : null,
  )
}

function goalLine({ answer, speech }: Drawing, value: unknown, target: unknown, goal: number): HTMLElement | null {
  const column = answer.columns[goal]
  if (!column || typeof target !== 'number' || typeof value !== 'number') return null
  const share = target === 0 ? null : (value - target) / Math.abs(target)
  const isGood = value >= target
  const signed = new Intl.NumberFormat(speech.writing.locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'always',
  })
  const sentence = `${speech.phrases.goal}: ${formatCompact(target, column, speech.writing, 100_000)}`
  return h(
    'div',
    { class: `figure-label ${isGood ? 'is-good' : 'is-bad'}` },
    share === null ? sentence : `${sentence} (${signed.format(share)})`,
  )
}

function sparkline(values: number[]): SVGElement {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, index) => {
    const y = high === low ? 20 : 38 - ((value - low) / (high - low)) * 36
    return `${((index / (values.length - 1)) * 100).toFixed(2)},${y.toFixed(2)}`
  })
  const line = svg('polyline', { points: points.join(' '), class: 'spark', 'vector-effect': 'non-scaling-stroke' })
  return svg(
    'svg',
    { viewBox: '0 0 100 40', preserveAspectRatio: 'none', class: 'sparkline', 'aria-hidden': 'true' },
    line,
  )
}
