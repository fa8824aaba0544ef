// The state of an open report: everything that the person or the host can change, as one immutable value. Drawing follows from it. Pure.
// It contains no rows and no elements. Next: filters.ts, selection.ts, bookmark-state.ts.
import type { Page, ReportDefinition, ReportFilter, Visual } from '../../report/definition.ts'
import type { VisualQuestion } from '../../report/viewer-calls.ts'
import { restricts } from './filters.ts'
import { selectionFilters, type Selection } from './selection.ts'

export type Sort = { queryRef: string; direction: 'asc' | 'desc' }[]
/** Page and visual. Visual names are unique only within their page. */
export type VisualKey = string
export const visualKey = (page: string, visual: string): VisualKey => `${page}/${visual}`

export type ViewState = {
  page: string
  reportFilters: ReportFilter[]
  pageFilters: Record<string, ReportFilter[]>
  visualFilters: Record<VisualKey, ReportFilter[]>
  slicers: Record<VisualKey, ReportFilter[]>
  selection: Selection | null
  sorts: Record<VisualKey, Sort>
  limits: Record<VisualKey, number>
}

/** The state saved in the report file. */
export function initialState(report: ReportDefinition): ViewState {
  const pages = report.pages
  const keyed = pages.flatMap((page) =>
    page.visuals.map((visual) => [visualKey(page.name, visual.name), visual] as const),
  )
  const first =
    pages.find((page) => page.name === report.activePage) ?? pages.find((page) => !page.isHidden) ?? pages[0]
  return {
    page: first?.name ?? '',
    reportFilters: report.filters,
    pageFilters: Object.fromEntries(pages.map((page) => [page.name, page.filters])),
    visualFilters: Object.fromEntries(keyed.map(([key, visual]) => [key, visual.filters])),
    slicers: Object.fromEntries(keyed.flatMap(([key, { selection }]) => (selection ? [[key, selection]] : []))),
    selection: null,
    sorts: {},
    limits: {},
  }
}

export const findPage = (report: ReportDefinition, name: string): Page | null => {
  return report.pages.find((page) => page.name === name) ?? null
}

export const findVisual = (page: Page | null, name: string): Visual | null => {
  return page?.visuals.find((visual) => visual.name === name) ?? null
}

export const isSlicer = (visual: Visual): boolean => /slicer/i.test(visual.type)

/**
 * All filters that currently apply to a visual: of the report, the page, the visual, the page's slicers, and the
 * selection in another visual that filters it.
 */
export function filtersOn(state: ViewState, page: Page, visual: Visual): ReportFilter[] {
  const key = visualKey(page.name, visual.name)
  const others = page.visuals.filter(
    (other) => other.name !== visual.name && interactionOf(page, other, visual) !== 'none',
  )
  const slicers = others.flatMap((other) => state.slicers[visualKey(page.name, other.name)] ?? [])
  return [
    ...state.reportFilters,
    ...(state.pageFilters[page.name] ?? []),
    ...(state.visualFilters[key] ?? []),
    ...slicers,
    ...selectionOn(state, page, visual, 'filter'),
  ].filter(restricts)
}

/** The filters of a selection in another visual that highlights its share in this one; empty without such a selection. */
export const highlightsOn = (state: ViewState, page: Page, visual: Visual): ReportFilter[] =>
  selectionOn(state, page, visual, 'highlight')

/** The filters of a selection in another visual, if it has this effect on the visual. */
function selectionOn({ selection }: ViewState, page: Page, visual: Visual, effect: 'filter' | 'highlight') {
  if (selection === null || selection.page !== page.name || selection.visual === visual.name) return []
  const source = findVisual(page, selection.visual)
  return source && interactionOf(page, source, visual) === effect ? selectionFilters(selection.points) : []
}

/** Types that can show a share inside of the whole. The others, such as tables, cards and lines, are filtered, as in Power BI. */
const SHOWS_SHARES = /^((clustered|hundredPercentStacked)?(bar|column)|pie|donut)Chart$/i

/** What a selection in `source` does to `target`. A slicer filters and never highlights. */
export function interactionOf(page: Page, source: Visual, target: Visual): 'filter' | 'highlight' | 'none' {
  const rule = page.interactions.find((one) => one.source === source.name && one.target === target.name)
  if (rule?.type === 'NoFilter') return 'none'
  const highlights = rule ? rule.type === 'HighlightFilter' : page.clicksHighlight
  return highlights && !isSlicer(source) && SHOWS_SHARES.test(target.type) ? 'highlight' : 'filter'
}

export type FilterLevel = 'report' | 'page'

/** The state with other filters of the report or of the open page. */
export const withFilters = (state: ViewState, level: FilterLevel, filters: ReportFilter[]): ViewState =>
  level === 'report'
    ? { ...state, reportFilters: filters }
    : { ...state, pageFilters: { ...state.pageFilters, [state.page]: filters } }

/** The question for a visual's rows. Equal questions have equal answers. */
export function questionOf(state: ViewState, page: Page, visual: Visual): VisualQuestion {
  const key = visualKey(page.name, visual.name)
  const sort = state.sorts[key]
  const limit = state.limits[key]
  return {
    page: page.name,
    visual: visual.name,
    filters: filtersOn(state, page, visual).map(withoutDisplay),
    ...(sort ? { sort } : {}),
    ...(limit ? { limit } : {}),
  }
}

/** The question for the rows that a selection in another visual highlights; null if no selection highlights this visual. */
export function highlightQuestionOf(state: ViewState, page: Page, visual: Visual): VisualQuestion | null {
  const filters = highlightsOn(state, page, visual).filter(restricts).map(withoutDisplay)
  if (filters.length === 0) return null
  const question = questionOf(state, page, visual)
  return { ...question, filters: [...question.filters, ...filters] }
}

/** Removes display settings, because they do not change the rows and would make equal questions differ in the cache. */
export function withoutDisplay(filter: ReportFilter): ReportFilter {
  const { displaySettings: _, $schema: __, ...rest } = filter
  return rest
}
