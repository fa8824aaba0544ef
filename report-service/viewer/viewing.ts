// One open report: owns its state, settings and theme, draws with the stage, and sends events to the host.
// It is independent of the message format: protocol/ converts requests to calls, and events to SDK events.
// Next: state/view-state.ts, page/stage.ts, protocol/report-routes.ts.
import type { FilterTarget, Page, ReportDefinition, ReportFilter, Visual } from '../report/definition.ts'
import type { VisualAnswer } from '../report/viewer-calls.ts'
import type { Service } from './data/service.ts'
import { csvStyleOf, PLAIN_CSV, toCsv, type CsvStyle } from './format/csv.ts'
import { saveFile } from './page/save-file.ts'
import { createStage, type Stage, type StageEvents } from './page/stage.ts'
import { deriveTheme, overlayTheme } from './page/theme.ts'
import { titleOf } from './page/visual-title.ts'
import type { Speech } from './phrases/speech.ts'
import { pick, type Selection } from './state/selection.ts'
import { applySettings, type Settings } from './state/settings.ts'
import { findPage, questionOf, visualKey, withFilters, type ViewState } from './state/view-state.ts'

/** Events of an open report, for the embedding page. */
export type ViewingEvent =
  | { name: 'rendered' }
  | { name: 'pageChanged'; newPage: Page; oldPage: Page | null }
  | { name: 'filtersApplied'; filters: ReportFilter[] }
  | { name: 'dataSelected'; visual: Visual; selection: Selection | null; answer: VisualAnswer | null }
  | { name: 'visualRendered'; visual: Visual }
  | { name: 'exportDataCompleted'; visual: Visual; succeeded: boolean }

export type Viewing = {
  report: ReportDefinition
  /** Names that filters may use. */
  names: FilterTarget[]
  speech: Speech
  state: () => ViewState
  settings: () => Settings
  /** Changes the state. Draws and reports the differences. */
  change: (next: (state: ViewState) => ViewState) => void
  changeSettings: (settingsChange: unknown) => void
  theme: () => unknown
  changeTheme: (host: unknown) => void
  /** Queries all rows again. */
  refresh: () => void
  /** CSV of a visual on any page under the current filters, with at most `rows` rows. */
  exportCsv: (page: Page, visual: Visual, rows: number | null) => Promise<string>
  closeOverlays: () => void
  start: () => void
  dispose: () => void
}

type ViewingOptions = {
  root: HTMLElement
  report: ReportDefinition
  names: FilterTarget[]
  service: Service
  speech: Speech
  state: ViewState
  settings: Settings
  theme: unknown
  onEvent: (event: ViewingEvent) => void
}

const MAX_ROWS = 30_000
const ROWS_A_STEP = 1_000

export function createViewing(options: ViewingOptions): Viewing {
  const { root, report, names, service, speech, onEvent } = options
  let { state, settings, theme } = options
  let stage: Stage | null = null

  function draw(): void {
    stage?.show({ state, settings, theme: deriveTheme(overlayTheme(report.theme, theme)) })
  }

  function change(next: (state: ViewState) => ViewState): void {
    const before = state
    const newState = next(before)
    // A selection is cleared when the page changes.
    state =
      newState.page === before.page || newState.selection !== before.selection
        ? newState
        : { ...newState, selection: null }
    if (state === before) return
    draw()
    reportChange(before, state)
  }

  function reportChange(before: ViewState, after: ViewState): void {
    const newPage = findPage(report, after.page)
    if (before.page !== after.page && newPage)
      onEvent({ name: 'pageChanged', newPage, oldPage: findPage(report, before.page) })
    if (filtersOf(before) !== filtersOf(after)) onEvent({ name: 'filtersApplied', filters: activeFilters(after) })
    if (before.selection !== after.selection) reportSelection(before.selection ?? after.selection, after.selection)
  }

  function reportSelection(at: Selection | null, selection: Selection | null): void {
    const where = selection ?? at
    const visual = findPage(report, where?.page ?? '')?.visuals.find(({ name }) => name === where?.visual)
    if (visual) onEvent({ name: 'dataSelected', visual, selection, answer: stage?.answerOf(visual.name) ?? null })
  }

  function start(): void {
    stage = createStage({
      root,
      report,
      service,
      speech,
      events: {
        ...stateEvents(change),
        onExport: (visual) => void saveCsv(visual),
        onTogglePane: (isOpen) => changeSettings({ panes: { filters: { expanded: isOpen } } }),
        onRendered: () => onEvent({ name: 'rendered' }),
        onVisualRendered: (visual) => {
          if (settings.visualRenderedEvents) onEvent({ name: 'visualRendered', visual })
        },
      },
    })
    draw()
  }

  function changeSettings(settingsChange: unknown): void {
    settings = applySettings(settings, settingsChange)
    draw()
  }

  async function csv(page: Page, visual: Visual, rows: number | null, style: CsvStyle): Promise<string> {
    const limit = Math.min(MAX_ROWS, rows ?? MAX_ROWS)
    const question = { ...questionOf(state, page, visual), limit }
    const answer = await service.visual(question, AbortSignal.timeout(120_000))
    return toCsv(
      answer.columns.map(({ displayName }) => displayName),
      answer.rows,
      style,
    )
  }

  async function saveCsv(visual: Visual): Promise<void> {
    const page = findPage(report, state.page)
    if (!page) return
    const text = await csv(page, visual, null, csvStyleOf(speech.writing.locale)).catch(() => null)
    // The byte order mark makes spreadsheets read the text as UTF-8.
    if (text !== null) saveFile(`${titleOf(visual, speech) || visual.name}.csv`, `\uFEFF${text}`, 'text/csv')
    onEvent({ name: 'exportDataCompleted', visual, succeeded: text !== null })
  }

  return {
    report,
    names,
    speech,
    state: () => state,
    settings: () => settings,
    change,
    changeSettings,
    theme: () => theme ?? {},
    changeTheme: (host) => {
      theme = host
      draw()
    },
    refresh: () => {
      service.forget()
      stage?.dispose()
      start()
    },
    exportCsv: (page, visual, rows) => csv(page, visual, rows, PLAIN_CSV),
    closeOverlays: () => stage?.closeOverlays(),
    start,
    dispose: () => stage?.dispose(),
  }
}

type Change = Viewing['change']

/** The events of the stage that change the state and nothing else. */
function stateEvents(change: Change) {
  return {
    onPick: (visual, point, add) =>
      change((now) => ({
        ...now,
        selection: pick(now.selection, { page: now.page, visual: visual.name }, point, add),
      })),
    onClear: () => change((now) => ({ ...now, selection: null })),
    onSort: (visual, sort) => change((now) => ({ ...now, sorts: put(now, now.sorts, visual, sort) })),
    onSlice: (visual, filters) =>
      change((now) => ({ ...now, slicers: put(now, now.slicers, visual, filters.length === 0 ? null : filters) })),
    onLoadMore: (visual) =>
      change((now) => {
        const key = visualKey(now.page, visual.name)
        const limit = Math.min(MAX_ROWS, (now.limits[key] ?? ROWS_A_STEP) * 3)
        return { ...now, limits: { ...now.limits, [key]: limit } }
      }),
    onOpenPage: (page) => change((now) => ({ ...now, page })),
    onFilter: (level, filters) => change((now) => withFilters(now, level, filters)),
  } satisfies Partial<StageEvents>
}

/** `record` with the value of a visual of the open page; null removes it. */
function put<T>({ page }: ViewState, record: Record<string, T>, visual: Visual, value: T | null): Record<string, T> {
  const { [visualKey(page, visual.name)]: _, ...rest } = record
  return value === null ? rest : { ...rest, [visualKey(page, visual.name)]: value }
}

const filtersOf = ({ reportFilters, pageFilters, visualFilters, slicers }: ViewState): string => {
  return JSON.stringify([reportFilters, pageFilters, visualFilters, slicers])
}

function activeFilters(state: ViewState): ReportFilter[] {
  const slicers = Object.entries(state.slicers).flatMap(([key, filters]) =>
    key.startsWith(`${state.page}/`) ? filters : [],
  )
  return [...state.reportFilters, ...(state.pageFilters[state.page] ?? []), ...slicers]
}
