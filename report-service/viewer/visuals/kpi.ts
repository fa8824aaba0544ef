// A KPI: value, distance to the goal, and a line with its history.
import { h, svg } from '../page/element.ts'
import { kpiFigures, sparklinePoints } from './kpi-data.ts'
import type { Drawing, MakeRenderer } from './renderer.ts'

export const makeKpi: MakeRenderer = (host) => ({
  draw: (drawing) => host.replaceChildren(kpi(drawing)),
  dispose: () => host.replaceChildren(),
})

function kpi(drawing: Drawing): HTMLElement {
  const { short, full, goal, history } = kpiFigures(drawing)
  const figure = h('div', { class: 'figure-value', title: full }, short)
  // The history takes half of the width.
  figure.style.setProperty('--chars', String(Math.max(4, short.length) * (history.length > 1 ? 1.9 : 1)))
  const goalLine = goal && h('div', { class: `figure-label ${goal.isGood ? 'is-good' : 'is-bad'}` }, goal.text)
  return h(
    'div',
    { class: 'card kpi' },
    h('div', { class: 'figure' }, figure, goalLine),
    history.length > 1 ? sparkline(history) : null,
  )
}

function sparkline(values: number[]): SVGElement {
  const points = sparklinePoints(values).map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`)
  const line = svg('polyline', { points: points.join(' '), class: 'spark', 'vector-effect': 'non-scaling-stroke' })
  return svg(
    'svg',
    { viewBox: '0 0 100 40', preserveAspectRatio: 'none', class: 'sparkline', 'aria-hidden': 'true' },
    line,
  )
}
