// Requests for the filters of report, page and visual, and for slicer states: read, replace, change by an operation. PATCH is not supported.
import type { Embedding } from '../embedding.ts'
import type { ReportFilter } from '../../report/definition.ts'
import { applyOperation, readFiltersOn, toWire } from '../state/filters.ts'
import { isSlicer, visualKey, type ViewState } from '../state/view-state.ts'
import { slicerColumn } from '../visuals/slicer-filter.ts'
import type { Viewing } from '../viewing.ts'
import { accepted, found, invalid, isRecord, type WireAnswer } from './envelope.ts'
import { placeOf, whenOpen, type OpenHandler } from './open-handler.ts'
import { route, type Route } from './router.ts'

/** Reads and writes the filters of one level in the state. */
type FilterLevel = {
  read: (state: ViewState) => ReportFilter[]
  write: (state: ViewState, filters: ReportFilter[]) => ViewState
}

const REPORT: FilterLevel = {
  read: (state) => state.reportFilters,
  write: (state, reportFilters) => ({ ...state, reportFilters }),
}

const pageLevel = (page: string): FilterLevel => ({
  read: (state) => state.pageFilters[page] ?? [],
  write: (state, filters) => ({ ...state, pageFilters: { ...state.pageFilters, [page]: filters } }),
})

const visualLevel = (key: string): FilterLevel => ({
  read: (state) => state.visualFilters[key] ?? [],
  write: (state, filters) => ({ ...state, visualFilters: { ...state.visualFilters, [key]: filters } }),
})

export function filterRoutes(embedding: Embedding): Route[] {
  const levels = ['/report/filters', '/report/pages/:page/filters', '/report/pages/:page/visuals/:visual/filters']
  const slicer = '/report/pages/:page/visuals/:visual/slicer'
  const open = (handle: OpenHandler) => whenOpen(embedding, handle)
  return [
    ...levels.flatMap((path) => [
      route('GET', path, open(onLevel((viewing, level) => found(level.read(viewing.state()).map(toWire))))),
      route('PUT', path, open(onLevel((viewing, level, body) => replace(viewing, level, body)))),
      route('POST', path, open(onLevel((viewing, level, body) => operate(viewing, level, body)))),
    ]),
    route('GET', slicer, open(readSlicer)),
    route('PUT', slicer, open(writeSlicer)),
  ]
}

type OnLevel = (viewing: Viewing, level: FilterLevel, body: unknown) => WireAnswer
function onLevel(handle: OnLevel): OpenHandler {
  return (viewing, names, body) => {
    if (names.length === 0) return handle(viewing, REPORT, body)
    const place = placeOf(viewing, names)
    if ('statusCode' in place) return place
    const { page, visual } = place
    return handle(viewing, visual ? visualLevel(visualKey(page.name, visual.name)) : pageLevel(page.name), body)
  }
}

const UNREADABLE = 'A filter of this kind, or on what the report does not show, cannot be applied.'

function replace(viewing: Viewing, level: FilterLevel, body: unknown): WireAnswer {
  const filters = readFiltersOn(viewing.names, body)
  if (!filters) return invalid(UNREADABLE)
  viewing.change((state) => level.write(state, filters))
  return accepted
}

function operate(viewing: Viewing, level: FilterLevel, body: unknown): WireAnswer {
  if (!isRecord(body)) return invalid('A filter operation is expected.')
  const sentFilters = readFiltersOn(viewing.names, body['filters'] ?? [])
  if (!sentFilters) return invalid(UNREADABLE)
  const result = applyOperation(level.read(viewing.state()), body['filtersOperation'], sentFilters)
  if (!result) return invalid('The filter operation is unknown.')
  viewing.change((state) => level.write(state, result))
  return accepted
}

const readSlicer: OpenHandler = (viewing, names) => {
  const place = placeOf(viewing, names)
  if ('statusCode' in place) return place
  const { page, visual } = place
  if (!visual || !isSlicer(visual)) return invalid('This visual is no slicer.')
  const target = slicerColumn(visual)
  const filters = viewing.state().slicers[visualKey(page.name, visual.name)] ?? []
  return found({ filters: filters.map(toWire), targets: target ? [target] : [] })
}

const writeSlicer: OpenHandler = (viewing, names, body) => {
  const place = placeOf(viewing, names)
  if ('statusCode' in place) return place
  const { page, visual } = place
  const filters = isRecord(body) ? readFiltersOn(viewing.names, body['filters'] ?? []) : null
  if (!visual || !isSlicer(visual) || !filters) return invalid('A slicer and its filters are expected.')
  viewing.change((state) => ({ ...state, slicers: { ...state.slicers, [visualKey(page.name, visual.name)]: filters } }))
  return accepted
}
