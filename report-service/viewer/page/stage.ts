// The visible page of a report: canvas with visuals, tabs, filter pane, focus mode. It draws the state and never changes it.
// The state is in ../state/view-state.ts; a single visual is in visual-frame.ts.
// Next: layout.ts (positions), ../viewing.ts (owner of the state).
import { type FilterLevel, findPage, type ViewState } from '../state/view-state.ts'
import type { Page, ReportDefinition, ReportFilter, Visual } from '../../report/definition.ts'
import type { VisualAnswer } from '../../report/viewer-calls.ts'
import type { Service } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import type { Selection } from '../state/selection.ts'
import type { Settings } from '../state/settings.ts'
import { h } from './element.ts'
import { fitFigures } from './figure-rows.ts'
import { createFilterLine } from './filter-line.ts'
import { createFilterPane, visibleFilters } from './filter-pane.ts'
import { layOut, NARROW } from './layout.ts'
import { tabsPlace } from './page-tabs.ts'
import { selectionWords } from './selection-words.ts'
import { paintTheme, type ViewerTheme } from './theme.ts'
import { createFocusMode } from './focus-mode.ts'
import type { FrameEvents } from './frame-events.ts'
import { createVisualFrame, type FrameState, type VisualFrame } from './visual-frame.ts'

export type StageView = { state: ViewState; settings: Settings; theme: ViewerTheme }
export type StageEvents = Omit<FrameEvents, 'onSettled' | 'onFocusMode' | 'announce'> & {
  onOpenPage: (page: string) => void
  onFilter: (level: FilterLevel, filters: ReportFilter[]) => void
  onTogglePane: (isOpen: boolean) => void
  /** All visuals of the page are drawn or have failed. */
  onRendered: () => void
  onVisualRendered: (visual: Visual) => void
}
export type Stage = {
  show: (view: StageView) => void
  /** Rows of a visual of the open page; null if it is not drawn yet. */
  answerOf: (visual: string) => VisualAnswer | null
  closeOverlays: () => void
  dispose: () => void
}

type StageOptions = {
  root: HTMLElement
  report: ReportDefinition
  service: Service
  speech: Speech
  events: StageEvents
}

export function createStage({ root, report, service, speech, events }: StageOptions): Stage {
  const live = h('div', { class: 'visually-hidden', 'aria-live': 'polite' })
  const canvas = h('main', { class: 'canvas' })
  const scroller = h('div', { class: 'canvas-scroll' }, canvas)
  const tabs = tabsPlace(report, speech, events.onOpenPage)
  const pane = createFilterPane({ speech, service, onChange: events.onFilter, onToggle: events.onTogglePane })
  const line = createFilterLine({ report, speech, ...events })
  const main = h(
    'div',
    { class: 'stage-main' },
    scroller,
    h('div', { class: 'stage-foot' }, tabs.element, line.element),
  )
  const stage = h('div', { class: 'stage' }, main, pane.element, live)
  const focusMode = createFocusMode(stage, speech)
  root.replaceChildren(stage)

  /** Escape clears the selection, unless it closes something. */
  stage.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !view?.state.selection) return
    if (focusMode.isOn() || stage.querySelector(':popover-open')) return
    events.onClear()
    event.preventDefault()
  })

  let view: StageView | null = null
  let visiblePage: string | null = null
  let isReported = false
  const frames = pageFrames(canvas, (page, visual) =>
    createVisualFrame({
      page,
      visual,
      service,
      speech,
      events: {
        ...events,
        onFocusMode: (which) => {
          const chosen = frames.find(which.name)
          if (focusMode.isOn()) focusMode.close()
          else if (chosen) focusMode.open(chosen)
        },
        onSettled: (which) => {
          events.onVisualRendered(which)
          fitFigures(canvas)
          reportRendered()
        },
        announce: (sentence) => {
          live.textContent = sentence
        },
      },
    }),
  )

  function show(next: StageView): void {
    announceSelection(view?.state.selection ?? null, next.state.selection)
    view = next
    isReported = false
    const { state, settings, theme } = next
    paintTheme(root, theme)
    root.classList.toggle('is-transparent', settings.transparent)
    stage.classList.toggle('has-tabs-left', settings.pagesAt === 'left')
    root.classList.toggle('has-no-headers', !settings.showHeaders)
    tabs.show(state.page, settings.showPages)
    const hasPane = settings.showFilters && (settings.filtersExpanded || visibleFilters(state).length > 0)
    pane.element.hidden = !hasPane
    pane.update(state, settings.filtersExpanded)
    line.show(state, settings.showSlicers)
    arrange()
  }

  function announceSelection(before: Selection | null, after: Selection | null): void {
    if (before === after) return
    const { values } = after ? selectionWords(after, speech) : { values: '' }
    live.textContent = after ? speech.say('selectedWords', { values }) : speech.phrases.selectionCleared
  }

  function arrange(): void {
    if (!view) return
    const page = findPage(report, view.state.page)
    if (!page) return
    if (visiblePage !== page.name) {
      focusMode.close()
      frames.clear()
      visiblePage = page.name
      scroller.scrollTo(0, 0)
    }
    stage.classList.toggle('is-narrow', root.clientWidth < NARROW)
    const layout = layOut(page, view.settings, { width: scroller.clientWidth, height: scroller.clientHeight })
    canvas.className = `canvas is-${layout.mode}`
    Object.assign(canvas.style, { width: `${layout.width}px`, height: `${layout.height}px` })
    root.style.setProperty('--u', String(layout.textScale))
    frames.arrange(page, { ...view, layout })
    fitFigures(canvas)
    reportRendered()
  }

  /** After each change, reports `rendered` once to the host, when the last visual has settled. */
  function reportRendered(): void {
    if (isReported || !frames.areSettled()) return
    isReported = true
    // Wait for the end of this task: other frames may still start to load.
    queueMicrotask(() => events.onRendered())
  }

  const observer = new ResizeObserver(() => arrange())
  observer.observe(scroller)
  const refit = () => fitFigures(canvas)
  document.fonts.addEventListener('loadingdone', refit)

  return {
    show,
    answerOf: (visual) => frames.find(visual)?.answer() ?? null,
    closeOverlays: () => {
      focusMode.close()
      for (const popover of stage.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
    },
    dispose: () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', refit)
      pane.dispose()
      frames.clear()
      root.replaceChildren()
    },
  }
}

/** The frames of the visible page. */
function pageFrames(canvas: HTMLElement, createFrame: (page: Page, visual: Visual) => VisualFrame) {
  const frames = new Map<string, VisualFrame>()

  function remove(name: string, frame: VisualFrame): void {
    frame.dispose()
    frames.delete(name)
  }

  return {
    find: (name: string) => frames.get(name) ?? null,
    areSettled: () => [...frames.values()].every((frame) => frame.isSettled()),
    clear: () => {
      for (const [name, frame] of frames) remove(name, frame)
    },
    /** Positions the frames, creates new ones and removes those that the layout does not have. */
    arrange: (page: Page, now: FrameState) => {
      const visibleNames = new Set(now.layout.boxes.map(({ visual }) => visual.name))
      for (const [name, frame] of frames) if (!visibleNames.has(name)) remove(name, frame)
      for (const { visual, box } of now.layout.boxes) {
        const frame = frames.get(visual.name) ?? createFrame(page, visual)
        frames.set(visual.name, frame)
        frame.place(visual, box)
        // The DOM order is the Tab order.
        if (!frame.element.isConnected) canvas.append(frame.element)
        frame.update(now)
      }
    },
  }
}
