// The body of `/report/load` and `/report/prepare`: the report to open and its initial state.
import type { FilterTarget, ReportDefinition, ReportFilter } from '../../report/definition.ts'
import type { ReportAnswer } from '../../report/viewer-calls.ts'
import { stateOfBookmark, restoreState } from '../state/bookmark-state.ts'
import { applyOperation, readFilters, readFiltersOn, sameTarget, targetOf } from '../state/filters.ts'
import type { Settings } from '../state/settings.ts'
import { slicerColumn } from '../visuals/slicer-filter.ts'
import { findPage, isSlicer, visualKey, type ViewState } from '../state/view-state.ts'
import { isRecord } from './envelope.ts'

export type LoadConfig = {
  id: string
  uniqueId: string
  accessToken: string
  settings: unknown
  pageName: string | null
  visualName: string | null
  /** `ViewMode.Edit` of powerbi-models. */
  isEdit: boolean
  filters: unknown
  slicers: unknown
  bookmark: unknown
  theme: unknown
  language: string | null
  formatLocale: string | null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Parses a load message; null if invalid. The uid comes from the message, because a new embed in the same frame has a new uid. */
export function readLoadConfig(body: unknown, headers: Record<string, unknown>): LoadConfig | null {
  if (!isRecord(body)) return null
  const uniqueId = text(headers['uid']) ?? text(body['uniqueId'])
  const accessToken = text(body['accessToken'])
  const id = text(body['id']) ?? reportIdOf(text(body['embedUrl']))
  if (uniqueId === null || accessToken === null || id === null) return null
  const settings = isRecord(body['settings']) ? body['settings'] : {}
  const locale = isRecord(settings['localeSettings']) ? settings['localeSettings'] : {}
  return {
    id,
    uniqueId,
    accessToken,
    settings,
    pageName: text(body['pageName']),
    visualName: text(body['visualName']),
    isEdit: body['viewMode'] === 1,
    filters: body['filters'],
    slicers: body['slicers'],
    bookmark: body['bookmark'],
    theme: body['theme'],
    language: text(locale['language']),
    formatLocale: text(locale['formatLocale']),
  }
}

function reportIdOf(embedUrl: string | null): string | null {
  return embedUrl === null ? null : (/[?&]reportId="?([^&"]+)"?/.exec(embedUrl)?.[1] ?? null)
}

type NamedReport = Pick<ReportAnswer, 'report' | 'names'>

/** Applies bookmark, page, filters and slicers of the configuration to the saved state of the report, in this order. */
export function applyLoadOptions(
  { report, names }: NamedReport,
  config: LoadConfig,
  initial: ViewState,
  settings: Settings,
): { state: ViewState; settings: Settings } {
  const marked = bookmarkState(report, config.bookmark) ?? initial
  const paged =
    config.pageName !== null && findPage(report, config.pageName) ? { ...marked, page: config.pageName } : marked
  const filtered = withFilters(names, paged, config.filters)
  return { state: withSlicers({ report, names }, filtered, config.slicers), settings }
}

function bookmarkState(report: ReportDefinition, settings: unknown): ViewState | null {
  if (!isRecord(settings)) return null
  const name = text(settings['name'])
  const named = report.bookmarks.find((bookmark) => bookmark.name === name)
  if (named) return stateOfBookmark(report, named)
  const captured = text(settings['state'])
  return captured === null ? null : restoreState(report, captured)
}

/**
 * A plain list replaces report filters on the same columns; the `OnLoadFilters` form contains its own operation. A filter that cannot be
 * applied does not take the others of the list with it.
 */
function withFilters(names: FilterTarget[], state: ViewState, settings: unknown): ViewState {
  const list = Array.isArray(settings) ? settings.flatMap((filter) => readFiltersOn(names, [filter]) ?? []) : null
  if (list) return { ...state, reportFilters: applyOperation(state.reportFilters, 3, list) ?? state.reportFilters }
  if (!isRecord(settings)) return state
  const all = operate(names, state.reportFilters, settings['allPages'])
  const current = operate(names, state.pageFilters[state.page] ?? [], settings['currentPage'])
  return { ...state, reportFilters: all, pageFilters: { ...state.pageFilters, [state.page]: current } }
}

function operate(names: FilterTarget[], present: ReportFilter[], settings: unknown): ReportFilter[] {
  if (!isRecord(settings)) return present
  const list = readFiltersOn(names, settings['filters'] ?? [])
  return (list && applyOperation(present, settings['operation'], list)) ?? present
}

/** `slicers: [{ selector: { target | visualName }, state: { filters } }]`, for slicers on any page. */
function withSlicers({ report, names }: NamedReport, state: ViewState, settings: unknown): ViewState {
  if (!Array.isArray(settings)) return state
  const entries = settings.flatMap((entry: unknown) => {
    const selector = isRecord(entry) && isRecord(entry['selector']) ? entry['selector'] : {}
    const filters = isRecord(entry) && isRecord(entry['state']) ? readFiltersOn(names, entry['state']['filters']) : null
    if (!filters) return []
    return slicersOf(report, selector).map((key) => [key, filters] as const)
  })
  return { ...state, slicers: { ...state.slicers, ...Object.fromEntries(entries) } }
}

function slicersOf(report: ReportDefinition, selector: Record<string, unknown>): string[] {
  const [selectorFilter] =
    readFilters([{ filterType: 1, operator: 'All', values: [], target: selector['target'] }]) ?? []
  const target = selectorFilter ? targetOf(selectorFilter) : null
  return report.pages.flatMap((page) => {
    return page.visuals.filter(isSlicer).flatMap((visual) => {
      const column = slicerColumn(visual)
      const isMeant = visual.name === selector['visualName'] || (target && column && sameTarget(target, column))
      return isMeant ? [visualKey(page.name, visual.name)] : []
    })
  })
}
