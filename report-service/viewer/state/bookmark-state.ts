// Bookmarks: those of the report, captured ones of the host, and the encoding of captured states. Pure.
import type { Bookmark, ReportDefinition, ReportFilter } from '../../report/definition.ts'
import { isRecord } from '../protocol/envelope.ts'
import { applyOperation, readFilters } from './filters.ts'
import { findPage, initialState, visualKey, type ViewState } from './view-state.ts'

/** The state for a bookmark of the report. The person's sort orders and selection are reset, as in Power BI. */
export function stateOfBookmark(report: ReportDefinition, bookmark: Bookmark): ViewState {
  const initial = initialState(report)
  const page = findPage(report, bookmark.page)?.name ?? initial.page
  const slicers = Object.entries(bookmark.slicers).map(([visual, filters]) => [visualKey(page, visual), filters])
  // A bookmark contains only the filters it sets. The report's other filters (perhaps hidden ones) stay.
  const reportFilters = applyOperation(initial.reportFilters, 3, bookmark.filters) ?? initial.reportFilters
  return { ...initial, page, reportFilters, slicers: Object.fromEntries(slicers) }
}

type Captured = { version: 1; report: string; state: Omit<ViewState, 'limits'> }

/** Encodes the current state as an opaque text. If `allPages` is false, only filters and slicers of the active page are included. */
export function captureState(report: ReportDefinition, state: ViewState, allPages: boolean): string {
  const { limits: _, ...storedState } = state
  const ofPage = <T>(record: Record<string, T>) => {
    return allPages ? record : Object.fromEntries(Object.entries(record).filter(([key]) => belongs(key, state.page)))
  }
  const captured: Captured = {
    version: 1,
    report: report.id,
    state: {
      ...storedState,
      pageFilters: ofPage(storedState.pageFilters),
      visualFilters: ofPage(storedState.visualFilters),
      slicers: ofPage(storedState.slicers),
      sorts: ofPage(storedState.sorts),
    },
  }
  return encode(JSON.stringify(captured))
}

const belongs = (key: string, page: string) => key === page || key.startsWith(`${page}/`)

/** Decodes a captured state for this report; null if invalid. A page that no longer exists is replaced by the first page. */
export function restoreState(report: ReportDefinition, text: string): ViewState | null {
  const captured = decode(text)
  if (!isRecord(captured) || captured['version'] !== 1 || !isRecord(captured['state'])) return null
  const { page, reportFilters, pageFilters, visualFilters, slicers, sorts } = captured['state']
  const initial = initialState(report)
  const filters = readFilters(reportFilters)
  const records = [pageFilters, visualFilters, slicers].map(readFilterRecord)
  const [ofPages, ofVisuals, ofSlicers] = records
  if (!filters || !ofPages || !ofVisuals || !ofSlicers) return null
  return {
    ...initial,
    page: typeof page === 'string' && findPage(report, page) ? page : initial.page,
    reportFilters: filters,
    pageFilters: { ...initial.pageFilters, ...ofPages },
    visualFilters: { ...initial.visualFilters, ...ofVisuals },
    slicers: ofSlicers,
    sorts: readSorts(sorts),
  }
}

function readFilterRecord(value: unknown): Record<string, ReportFilter[]> | null {
  if (!isRecord(value)) return null
  const entries = Object.entries(value).map(([key, list]) => [key, readFilters(list)] as const)
  const complete = entries.flatMap(([key, list]) => (list ? [[key, list] as const] : []))
  return complete.length === entries.length ? Object.fromEntries(complete) : null
}

function readSorts(value: unknown): ViewState['sorts'] {
  if (!isRecord(value)) return {}
  const sorts = Object.entries(value).map(([key, list]) => [key, Array.isArray(list) ? list.flatMap(readSort) : []])
  return Object.fromEntries(sorts)
}

function readSort(value: unknown): ViewState['sorts'][string] {
  if (!isRecord(value) || typeof value['queryRef'] !== 'string') return []
  return [{ queryRef: value['queryRef'], direction: value['direction'] === 'desc' ? 'desc' : 'asc' }]
}

/** Base64url of UTF-8, which is safe in query parameters and database columns. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decode(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))))
  } catch {
    return null
  }
}
