// A KPI: its value of the last period, a line with its history, and its distance to the goal.
import { h, icon, svg } from '../page/element.ts'
import { areaBelow, kpiFigures, sparklinePoints } from './kpi-data.ts'
import type { Drawing, MakeRenderer } from './renderer.ts'

export const makeKpi: MakeRenderer = (host) => ({
  draw: (drawing) => host.replaceChildren(kpi(drawing)),
  dispose: () => host.replaceChildren(),
})

function kpi(drawing: Drawing): HTMLElement {
  const { short, full, period, goal, history, trend } = kpiFigures(drawing)
  const hasHistory = history.length > 1
  const figure = h('div', { class: 'figure-value', title: [full, period].filter(Boolean).join(' · ') }, short)
  // The history takes a part of the width, and the goal a line below.
  figure.style.setProperty('--chars', String(Math.max(5, short.length) * (hasHistory ? 1.9 : 1)))
  return h(
    'div',
    { class: `kpi${goal ? ' has-goal' : ''}${hasHistory ? ' has-trend' : ''}` },
    h('div', { class: 'kpi-now' }, figure, period === null ? null : h('div', { class: 'kpi-period' }, period)),
    hasHistory ? sparkline(history, trend) : null,
    goal &&
      h(
        'div',
        { class: `kpi-goal ${goal.isGood ? 'is-good' : 'is-bad'}`, title: `${goal.status}: ${goal.text}` },
        icon(goal.isGood ? 'check' : 'warning'),
        h('span', { class: 'visually-hidden' }, `${goal.status}: `),
        h('span', { class: 'kpi-goal-text' }, goal.text),
        h('span', { class: 'kpi-goal-short', 'aria-hidden': 'true' }, goal.short),
      ),
  )
}

function sparkline(values: number[], trend: string): SVGElement {
  const points = sparklinePoints(values)
  const written = (place: [number, number][]) => place.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')
  return svg(
    'svg',
    { viewBox: '0 0 100 40', preserveAspectRatio: 'none', class: 'sparkline', role: 'img', 'aria-label': trend },
    svg('polygon', { points: written(areaBelow(points)), class: 'spark-area' }),
    svg('polyline', { points: written(points), class: 'spark', 'vector-effect': 'non-scaling-stroke' }),
  )
}
