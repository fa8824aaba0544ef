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
 * selection in another visual.
 */
export function filtersOn(state: ViewState, page: Page, visual: Visual): ReportFilter[] {
  const key = visualKey(page.name, visual.name)
  const others = page.visuals.filter((other) => other.name !== visual.name && reaches(page, other.name, visual.name))
  const slicers = others.flatMap((other) => state.slicers[visualKey(page.name, other.name)] ?? [])
  const picked = state.selection?.page === page.name ? state.selection : null
  const isFromOther = picked !== null && others.some((other) => other.name === picked.visual)
  return [
    ...state.reportFilters,
    ...(state.pageFilters[page.name] ?? []),
    ...(state.visualFilters[key] ?? []),
    ...slicers,
    ...(isFromOther ? selectionFilters(picked.points) : []),
  ].filter(restricts)
}

function reaches(page: Page, source: string, target: string): boolean {
  return !page.interactions.some((rule) => rule.source === source && rule.target === target && rule.type === 'NoFilter')
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

/** Removes display settings, because they do not change the rows and would make equal questions differ in the cache. */
export function withoutDisplay(filter: ReportFilter): ReportFilter {
  const { displaySettings: _, $schema: __, ...rest } = filter
  return rest
}
