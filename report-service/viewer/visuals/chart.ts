// Draws charts with ECharts: computes the size, sets the option, converts clicks and keys to selections.
// What a chart shows is in chart-plan.ts; the appearance is in cartesian-option.ts and pie-option.ts.
import { h } from '../page/element.ts'
import { formatValue } from '../format/format-value.ts'
import { shapeOf, type Room } from './cartesian-option.ts'
import { markPoint, nearestCategory } from './chart-data.ts'
import { cartesianPlan, piePlan, type ChartPlan } from './chart-plan.ts'
import { init, type EChartsType } from './echarts.ts'
import { legend } from './legend.ts'
import type { Actions, Drawing, MakeRenderer } from './renderer.ts'

export const makeCartesian: MakeRenderer = (host, actions) => makeChart(host, actions, cartesianPlan)
export const makePie: MakeRenderer = (host, actions) => makeChart(host, actions, piePlan)

function makeChart(
  host: HTMLElement,
  actions: Actions,
  planOf: (drawing: Drawing) => ChartPlan,
): ReturnType<MakeRenderer> {
  const legendPlace = h('div', { class: 'legend-place' })
  const canvas = h('div', { class: 'chart-canvas', 'aria-hidden': 'true' })
  const centre = h('div', { class: 'chart-centre', 'aria-hidden': 'true' })
  const scroller = h('div', { class: 'chart-scroll' }, canvas, centre)
  host.classList.add('chart')
  host.replaceChildren(legendPlace, scroller)

  let chart: EChartsType | null = null
  let current: { drawing: Drawing; plan: ChartPlan } | null = null
  let size = ''
  const keys = createKeyboardNavigation(host, actions, () => (current && chart ? { ...current, chart } : null))

  /** The legend of a pie is beside it, or below it in a narrow frame. */
  function arrange({ plan, drawing }: { plan: ChartPlan; drawing: Drawing }): void {
    const { clientWidth, clientHeight } = host
    const isTall = clientWidth < Math.max(clientHeight * 1.05, 230 * drawing.textScale)
    host.classList.toggle('is-tall', plan.sideBySide && isTall)
  }

  function fit(): void {
    if (!current) return
    const { plan } = current
    const room = {
      width: Math.max(scroller.clientWidth, plan.min.width),
      height: Math.max(scroller.clientHeight, plan.min.height),
    }
    if (room.width === 0 || room.height === 0) return
    // A canvas keeps the pixels for which it was made: zoom and another screen need a new one.
    if (chart && chart.getDevicePixelRatio() !== pixelRatio()) {
      chart.dispose()
      chart = null
    }
    const newSize = `${room.width}x${room.height}`
    if (newSize !== size) {
      // Set only the axis that scrolls, so that its scroll bar does not cause a second one.
      canvas.style.width = room.width > scroller.clientWidth ? `${room.width}px` : '100%'
      canvas.style.height = room.height > scroller.clientHeight ? `${room.height}px` : '100%'
      size = newSize
      chart?.resize({ width: room.width, height: room.height })
    }
    chart ??= open(canvas, room)
    chart.setOption(plan.option(room), { notMerge: false, replaceMerge: ['series', 'xAxis', 'yAxis'] })
  }

  function open(place: HTMLElement, room: Room): EChartsType {
    const opened = init(place, null, { width: room.width, height: room.height, devicePixelRatio: pixelRatio() })
    opened.on('click', (event) => {
      if (current) pickMark(current, actions, event.dataIndex, event.seriesIndex ?? 0, isAdding(event.event?.event))
    })
    opened.getZr().on('click', (event) => {
      // A click outside all data points clears the selection. In a line chart it selects the nearest category.
      if (!event.target && current)
        onGround(opened, current, actions, [event.offsetX, event.offsetY], isAdding(event.event))
    })
    return opened
  }

  const observer = new ResizeObserver(() => {
    if (current) arrange(current)
    fit()
  })
  observer.observe(scroller)

  return {
    draw: (drawing) => {
      const plan = planOf(drawing)
      current = { drawing, plan }
      host.classList.toggle('is-side-by-side', plan.sideBySide)
      legendPlace.replaceChildren(...(plan.entries.length > 0 ? [legend(drawing, actions, plan.entries)] : []))
      const { total = '', whole = null } = plan.centre ?? {}
      centre.replaceChildren(h('div', {}, total), whole === null ? '' : h('div', { class: 'chart-whole' }, whole))
      centre.style.setProperty('--chars', String(Math.max(5, total.length)))
      arrange(current)
      fit()
    },
    dispose: () => {
      observer.disconnect()
      keys.dispose()
      chart?.dispose()
      host.replaceChildren()
    },
  }
}

/** Device pixels for each pixel of the page. More than three are not visible, and cost memory. */
const pixelRatio = (): number => Math.min(3, Math.max(1, devicePixelRatio))

function isAdding(event: unknown): boolean {
  return event instanceof MouseEvent && (event.ctrlKey || event.metaKey)
}

type Current = { drawing: Drawing; plan: ChartPlan }

function pickMark({ plan, drawing }: Current, actions: Actions, data: number, drawn: number, add: boolean): void {
  const { category, series } = plan.markAt(data, drawn)
  const point = markPoint(plan.data, category, plan.data.series.length > 1 ? series : 0)
  if (point.length > 0) actions.pick(point, add)
  else if (drawing.picked.length > 0) actions.clear()
}

function onGround(
  chart: EChartsType,
  { plan, drawing }: Current,
  actions: Actions,
  at: [number, number],
  add: boolean,
): void {
  const { marks } = shapeOf(drawing.visual.type)
  const hasLines = !plan.sideBySide && marks !== 'bars'
  if (hasLines && chart.containPixel({ gridIndex: 0 }, at)) {
    const [category] = chart.convertFromPixel({ gridIndex: 0 }, at)
    const point = plan.data.categories[nearestCategory(plan.data, category ?? -1)]?.point
    if (point && point.length > 0) return actions.pick(point, add)
  }
  if (drawing.picked.length > 0) actions.clear()
}

/** Keyboard navigation: arrow keys move through the categories and announce them, Enter selects, Escape leaves them. */
function createKeyboardNavigation(
  host: HTMLElement,
  actions: Actions,
  now: () => (Current & { chart: EChartsType }) | null,
): { dispose: () => void } {
  let at = -1
  const section = host.closest<HTMLElement>('.visual') ?? host

  function step(by: number): void {
    const state = now()
    if (!state) return
    const count = state.plan.data.categories.length
    at = Math.min(count - 1, Math.max(0, at + by))
    state.chart.dispatchAction({ type: 'downplay' })
    const dataIndex = state.plan.dataIndexes(at)
    state.chart.dispatchAction({ type: 'highlight', dataIndex })
    state.chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: dataIndex[0] ?? 0 })
    actions.announce(spoken(state, at))
  }

  function leave(): void {
    at = -1
    const chart = now()?.chart
    chart?.dispatchAction({ type: 'hideTip' })
    chart?.dispatchAction({ type: 'downplay' })
  }

  function onKey(event: KeyboardEvent): void {
    if (event.target !== section) return
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const point = now()?.plan.data.categories[at]?.point
    if (by !== undefined) step(by)
    else if ((event.key === 'Enter' || event.key === ' ') && point && point.length > 0)
      actions.pick(point, event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape' && at >= 0) {
      leave()
      // The same key clears a selection, which the stage does.
      if (now()?.drawing.picked.length) return
    } else return
    event.preventDefault()
  }

  section.addEventListener('keydown', onKey)
  section.addEventListener('blur', leave)
  return {
    dispose: () => {
      section.removeEventListener('keydown', onKey)
      section.removeEventListener('blur', leave)
    },
  }
}

function spoken({ plan, drawing }: Current, at: number): string {
  const { writing, phrases } = drawing.speech
  const figures = plan.data.series.flatMap(({ name, column, values, parts }) => {
    const whole = `${name} ${formatValue(values[at] ?? null, column, writing)}`
    return parts ? [whole, `${phrases.highlighted} ${formatValue(parts[at] ?? null, column, writing)}`] : [whole]
  })
  return `${plan.data.categories[at]?.label ?? ''}: ${figures.join(', ')}`
}
