// The legend of a chart as buttons, so that it works with screen readers, keyboard and mouse.
import { h } from '../page/element.ts'
import { isPicked, type DataPoint } from '../state/selection.ts'
import { seriesColor } from './chart-style.ts'
import type { Actions, Drawing } from './renderer.ts'

export type LegendEntry = { label: string; detail: string | null; point: DataPoint | null }

export function legend(drawing: Drawing, actions: Actions, entries: LegendEntry[]): HTMLElement {
  const items = entries.map(({ label, detail, point }, index) => {
    const swatch = h('span', { class: 'swatch' })
    swatch.style.background = seriesColor(drawing, index)
    const isDim = point !== null && drawing.picked.length > 0 && !isPicked(drawing.picked, point)
    const content = [
      swatch,
      h('span', { class: 'legend-name', title: label }, label),
      detail === null ? null : h('span', { class: 'legend-detail' }, detail),
    ]
    const className = `legend-entry${isDim ? ' is-dim' : ''}`
    if (point === null || point.length === 0) return h('li', {}, h('span', { class: className }, ...content))
    const choose = (event: MouseEvent) => actions.pick(point, event.ctrlKey || event.metaKey)
    return h('li', {}, h('button', { type: 'button', class: className, onclick: choose }, ...content))
  })
  return h('ul', { class: 'legend' }, ...items)
}
