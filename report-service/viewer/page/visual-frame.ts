// The frame of one visual: loads its rows, shows loading, error and empty states, draws it, and contains its header.
// It does not affect other visuals: stage.ts handles clicks. Next: stage.ts, visual-header.ts.
import type { FrameEvents } from './frame-events.ts'
import type { Page, Visual } from '../../report/definition.ts'
import type { ValuesAnswer, VisualAnswer } from '../../report/viewer-calls.ts'
import type { Service } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import type { Settings } from '../state/settings.ts'
import { filtersOn, questionOf, visualKey, withoutDisplay, type ViewState } from '../state/view-state.ts'
import { kindOf } from '../visuals/registry.ts'
import { makeTable } from '../visuals/table.ts'
import type { Drawing, MakeRenderer, Renderer } from '../visuals/renderer.ts'
import { slicerColumn } from '../visuals/slicer-filter.ts'
import { h, icon } from './element.ts'
import { failureText, hasTooManyValues } from './failure-text.ts'
import type { Box, Layout } from './layout.ts'
import type { ViewerTheme } from './theme.ts'
import { visualHeader } from './visual-header.ts'
import { showsTitle, titleOf } from './visual-title.ts'

export type FrameState = { state: ViewState; settings: Settings; theme: ViewerTheme; layout: Layout }
export type VisualFrame = {
  element: HTMLElement
  visual: Visual
  /** Drawn, failed, or without data. */
  isSettled: () => boolean
  answer: () => VisualAnswer | null
  place: (visual: Visual, box: Box) => void
  update: (now: FrameState) => void
  setEnlarged: (isEnlarged: boolean) => void
  dispose: () => void
}

type FrameOptions = { page: Page; visual: Visual; service: Service; speech: Speech; events: FrameEvents }
type Rows = { answer: VisualAnswer; values: ValuesAnswer | null }
const NO_ROWS: VisualAnswer = { columns: [], rows: [], totals: null, truncated: false }
/** A card that is wider than this multiple of its height has its title beside the figure. */
const FLAT = 3.4
const VALUES_OF_LIST = 500
const VALUES_OF_RANGE = 30_000

export function createVisualFrame({ page, visual, service, speech, events }: FrameOptions): VisualFrame {
  const kind = kindOf(visual)
  const title = titleOf(visual, speech)
  const body = h('div', { class: 'visual-body' })
  const notice = h('div', { class: 'visual-notice', hidden: true })
  let now: FrameState | null = null
  let rows: Rows | null = null
  let question = ''
  let asking: AbortController | null = null
  let renderer: Renderer | null = null
  let asTable = false
  let settled = false
  let tuckedIn = visual

  const header = visualHeader({
    visual,
    title,
    speech,
    isChart: kind.isChart === true,
    now: () => now && { ...now, answer: rows?.answer ?? NO_ROWS, asTable },
    onTable: () => {
      asTable = !asTable
      renderer?.dispose()
      renderer = null
      body.className = 'visual-body'
      void draw()
    },
    events,
  })
  const element = h(
    'section',
    { class: `visual is-${visual.type}`, 'data-visual': visual.name, tabindex: kind.isChart ? 0 : null },
    showsTitle(visual) && title !== '' ? h('h2', { class: 'visual-title', title }, title) : null,
    kind.asks === 'nothing' ? null : header,
    body,
    notice,
  )
  label()

  function label(): void {
    element.setAttribute('role', kind.isChart ? 'figure' : 'group')
    const count = rows?.answer.rows.length ?? 0
    const summary = kind.isChart && rows ? speech.say('chartSummary', { title, count }) : title
    const spoken = visual.altText ?? summary
    if (spoken !== '') element.setAttribute('aria-label', spoken)
  }

  function settle(): void {
    settled = true
    element.classList.remove('is-busy')
    events.onSettled(visual)
  }

  /** Queries the rows again only if the question changed. Otherwise draws the current rows. */
  function update(next: FrameState): void {
    now = next
    const key = questionKey(next.state)
    if (key === question && (rows || asking)) {
      if (rows) void draw()
      return
    }
    question = key
    void ask(next.state)
  }

  function questionKey(state: ViewState): string {
    return kind.asks === 'nothing'
      ? 'nothing'
      : JSON.stringify(kind.asks === 'rows' ? questionOf(state, page, visual) : valuesQuestion(state))
  }

  function valuesQuestion(state: ViewState, search?: string) {
    const column = slicerColumn(visual) ?? { table: '', column: '' }
    const limit = visual.slicerMode === 'between' ? VALUES_OF_RANGE : VALUES_OF_LIST
    const filters = filtersOn(state, page, visual).map(withoutDisplay)
    return { ...column, filters, limit, ...(search ? { search } : {}) }
  }

  async function ask(state: ViewState): Promise<void> {
    asking?.abort()
    const request = new AbortController()
    asking = request
    settled = false
    element.classList.add('is-busy')
    if (!rows) showSkeleton()
    try {
      const received = await fetchRows(state, request.signal)
      if (request.signal.aborted) return
      rows = received
      asking = null
      await draw()
    } catch (error) {
      if (request.signal.aborted) return
      asking = null
      fail(error)
    }
    if (!request.signal.aborted) settle()
  }

  async function fetchRows(state: ViewState, signal: AbortSignal): Promise<Rows> {
    if (kind.asks === 'nothing') return { answer: NO_ROWS, values: null }
    if (kind.asks === 'values') return { answer: NO_ROWS, values: await service.values(valuesQuestion(state), signal) }
    return { answer: await service.visual(questionOf(state, page, visual), signal), values: null }
  }

  async function draw(): Promise<void> {
    if (!now || !rows) return
    hideNotice()
    label()
    if (kind.asks === 'rows' && rows.answer.rows.length === 0) return showEmpty()
    renderer ??= (await makeRenderer())(body, {
      pick: (point, add) => events.onPick(visual, point, add),
      clear: () => events.onClear(),
      sortBy: (sort) => events.onSort(visual, sort),
      loadMore: () => events.onLoadMore(visual),
      slice: (filters) => events.onSlice(visual, filters),
      searchValues: (search, signal) => service.values(valuesQuestion(now?.state ?? emptyStateError(), search), signal),
      announce: events.announce,
    })
    const drawing = drawingOf(now, rows)
    element.classList.toggle('is-sliced', drawing.slicer.length > 0)
    renderer.draw(drawing)
  }

  async function makeRenderer(): Promise<MakeRenderer> {
    body.replaceChildren()
    return asTable ? makeTable : kind.load()
  }

  function drawingOf({ state, theme, layout }: FrameState, { answer, values }: Rows): Drawing {
    const key = visualKey(page.name, visual.name)
    const { selection } = state
    const isSource = selection?.page === page.name && selection.visual === visual.name
    return {
      visual: { ...tuckedIn, title },
      speech,
      theme,
      textScale: layout.textScale,
      answer,
      values,
      picked: isSource ? selection.points : [],
      sort: state.sorts[key] ?? null,
      slicer: state.slicers[key] ?? [],
      isNarrow: layout.mode !== 'canvas',
    }
  }

  function showSkeleton(): void {
    const shape = kind.isChart
      ? 'chart'
      : /table|matrix/i.test(visual.type)
        ? 'table'
        : kind.asks === 'values'
          ? 'slicer'
          : 'card'
    if (kind.asks === 'nothing') return
    notice.hidden = false
    notice.replaceChildren(
      h(
        'div',
        { class: `skeleton is-${shape}`, role: 'status', 'aria-label': speech.phrases.loadingVisual },
        ...Array.from({ length: 6 }, () => h('i')),
      ),
    )
  }

  function showEmpty(): void {
    renderer?.dispose()
    renderer = null
    notice.hidden = false
    const { empty, emptyHint } = speech.phrases
    notice.replaceChildren(
      h('div', { class: 'notice is-empty' }, icon('empty'), h('b', {}, empty), h('span', {}, emptyHint)),
    )
  }

  function fail(error: unknown): void {
    console.warn(`visual ${visual.name}:`, error)
    renderer?.dispose()
    renderer = null
    rows = null
    const retry = () => {
      if (now) void ask(now.state)
    }
    notice.hidden = false
    notice.replaceChildren(
      h(
        'div',
        { class: 'notice is-failed', role: 'alert' },
        icon('warning'),
        h('b', {}, failureText(error, speech)),
        ...(hasTooManyValues(error)
          ? []
          : [h('button', { type: 'button', class: 'button', onclick: retry }, speech.phrases.retry)]),
      ),
    )
    if (now?.settings.hideErrors) notice.replaceChildren()
  }

  function hideNotice(): void {
    notice.hidden = true
    notice.replaceChildren()
  }

  return {
    element,
    visual,
    isSettled: () => settled,
    answer: () => rows?.answer ?? null,
    place: (placed, { x, y, width, height }) => {
      tuckedIn = placed
      Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
      element.style.zIndex = String(Math.max(0, Math.round(placed.position.z)))
      element.classList.toggle('is-flat', width > height * FLAT)
    },
    update,
    setEnlarged: (isEnlarged) => element.classList.toggle('is-enlarged', isEnlarged),
    dispose: () => {
      asking?.abort()
      renderer?.dispose()
      element.remove()
    },
  }
}

function emptyStateError(): never {
  throw new Error('A slicer was searched before it was drawn.')
}
