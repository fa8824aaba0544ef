// The frame of one visual: loads its rows, shows loading, error and empty states, draws it, and contains its header.
// It does not affect other visuals: stage.ts handles clicks. Next: stage.ts, visual-header.ts.
import type { FrameEvents } from './frame-events.ts'
import type { Page, Visual } from '../../report/definition.ts'
import type { VisualAnswer } from '../../report/viewer-calls.ts'
import type { Service } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import type { Settings } from '../state/settings.ts'
import { visualKey, type ViewState } from '../state/view-state.ts'
import { kindOf } from '../visuals/registry.ts'
import type { VisualKind } from '../visuals/renderer.ts'
import { h } from './element.ts'
import type { Box, Layout } from './layout.ts'
import type { ViewerTheme } from './theme.ts'
import { selectionWords } from './selection-words.ts'
import { visualBody } from './visual-body.ts'
import { visualHeader } from './visual-header.ts'
import { visualNotice } from './visual-notice.ts'
import { NO_ROWS, rowRequest, type Rows, type RowSource, rowSource } from './visual-rows.ts'
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
/** A card that is wider than this multiple of its height has its title beside the figure. */
const FLAT = 3.4

export function createVisualFrame(options: FrameOptions): VisualFrame {
  const { page, visual, service, speech, events } = options
  const kind = kindOf(visual)
  const title = titleOf(visual, speech)
  let now: FrameState | null = null
  let rows: Rows | null = null
  let question = ''
  let settled = false
  let tuckedIn = visual
  const source = rowSource({ page, visual, kind, service })
  const request = rowRequest({
    fetch: source.fetch,
    onStart: showBusy,
    onSlow: () => notice.showWaiting(rows !== null),
    onRows: async (received) => {
      rows = received
      await draw()
    },
    onFailure: fail,
    onSettled: settle,
  })
  const { element, body, notice } = frameParts(options, {
    kind,
    title,
    source,
    now: () => now,
    rows: () => rows,
    onRetry: () => {
      if (now) void request.start(now.state)
    },
    onTable: () => void draw(),
  })
  label()

  function label(): void {
    const count = rows?.answer.rows.length ?? 0
    const summary = kind.isChart && rows ? speech.say('chartSummary', { title, count }) : title
    const spoken = visual.altText ?? summary
    const values = rows?.highlighted && now?.state.selection ? selectionWords(now.state.selection, speech).values : null
    const whole = values === null ? spoken : `${spoken} ${speech.say('highlightedPart', { values })}`
    if (whole !== '') element.setAttribute('aria-label', whole)
  }

  function showBusy(): void {
    settled = false
    element.classList.add('is-busy')
    if (rows) notice.hide()
    else notice.showSkeleton()
  }

  function settle(): void {
    settled = true
    element.classList.remove('is-busy')
    events.onSettled(visual)
  }

  /** Queries the rows again only if the question changed. Otherwise draws the current rows. */
  function update(next: FrameState): void {
    now = next
    const key = source.keyOf(next.state)
    if (key === question && (rows || request.isUnderWay())) {
      if (rows) void draw()
      return
    }
    question = key
    void request.start(next.state)
  }

  async function draw(): Promise<void> {
    if (!now || !rows) return
    // While new rows are asked for, the notice says so.
    if (!request.isUnderWay()) notice.hide()
    label()
    if (kind.asks === 'rows' && rows.answer.rows.length === 0) {
      body.clear()
      return notice.showEmpty()
    }
    // A renderer that is there draws at once.
    if (!body.isReady()) await body.prepare()
    const chosen = chosenIn(now.state, page, visual)
    element.classList.toggle('is-sliced', chosen.slicer.length > 0)
    // A table has no pale part: it has the highlighted rows only.
    const answer = (body.isTable() ? rows.highlighted : null) ?? rows.answer
    body.draw({ ...inView(now), ...chosen, ...rows, answer, visual: { ...tuckedIn, title }, speech })
  }

  function fail(error: unknown): void {
    console.warn(`visual ${visual.name}:`, error)
    body.clear()
    rows = null
    notice.showFailure(error, now?.settings.hideErrors === true)
  }

  return {
    element,
    visual,
    isSettled: () => settled,
    answer: () => rows?.answer ?? null,
    place: (placed, box) => {
      tuckedIn = placed
      placeAt(element, placed, box)
    },
    update,
    setEnlarged: (isEnlarged) => element.classList.toggle('is-enlarged', isEnlarged),
    dispose: () => {
      request.abort()
      body.clear()
      element.remove()
    },
  }
}

type Context = {
  kind: VisualKind
  title: string
  source: RowSource
  now: () => FrameState | null
  rows: () => Rows | null
  onRetry: () => void
  /** The table has taken the place of the visual, or the visual that of the table. */
  onTable: () => void
}

/** The elements of a frame: its section with title, header, body and notice. */
function frameParts({ visual, speech, events }: FrameOptions, context: Context) {
  const { kind, title, source, now, rows, onRetry } = context
  const body = visualBody({
    visual,
    kind,
    events,
    searchValues: (search, signal) => source.searchValues(now()?.state ?? emptyStateError(), search, signal),
  })
  const notice = visualNotice({ visual, kind, speech, onRetry })
  const header = visualHeader({
    visual,
    title,
    speech,
    isChart: kind.isChart === true,
    now: () => {
      const present = now()
      return present && { ...present, answer: rows()?.answer ?? NO_ROWS, asTable: body.isTable() }
    },
    onTable: () => {
      body.toggleTable()
      context.onTable()
    },
    events,
  })
  const element = h(
    'section',
    {
      class: `visual is-${visual.type}`,
      'data-visual': visual.name,
      role: kind.isChart ? 'figure' : 'group',
      tabindex: kind.isChart ? 0 : null,
    },
    showsTitle(visual) && title !== '' ? h('h2', { class: 'visual-title', title }, title) : null,
    visual.subtitle === undefined ? null : h('p', { class: 'visual-subtitle' }, visual.subtitle),
    kind.asks === 'nothing' ? null : header,
    body.element,
    notice.element,
  )
  return { element, body, notice }
}

const inView = ({ theme, layout, settings }: FrameState) => ({
  turnSeconds: settings.turnSeconds,
  theme,
  textScale: layout.textScale,
  isNarrow: layout.mode !== 'canvas',
})

/** What the reader has chosen on a visual: points, order, and the filters of a slicer. */
function chosenIn({ selection, sorts, slicers }: ViewState, page: Page, visual: Visual) {
  const key = visualKey(page.name, visual.name)
  const isSource = selection?.page === page.name && selection.visual === visual.name
  return { picked: isSource ? selection.points : [], sort: sorts[key] ?? null, slicer: slicers[key] ?? [] }
}

function placeAt(element: HTMLElement, visual: Visual, { x, y, width, height }: Box): void {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
  element.style.zIndex = String(Math.max(0, Math.round(visual.position.z)))
  element.classList.toggle('is-flat', width > height * FLAT)
}

function emptyStateError(): never {
  throw new Error('A slicer was searched before it was drawn.')
}
