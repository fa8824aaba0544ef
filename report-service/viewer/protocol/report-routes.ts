// All requests of powerbi-client for reports and visuals, with their handlers. This table is the contract.
// Next: filter-routes.ts, bookmark-routes.ts, ../embedding.ts.
import { ServiceError } from '../data/service.ts'
import type { Embedding } from '../embedding.ts'
import { visualKey } from '../state/view-state.ts'
import { bookmarkRoutes } from './bookmark-routes.ts'
import { describePage, describeVisual } from './descriptions.ts'
import { accepted, found, invalid, isRecord, refused, type WireAnswer } from './envelope.ts'
import { filterRoutes } from './filter-routes.ts'
import { readLoadConfig } from './load-config.ts'
import { placeOf, whenOpen, type OpenHandler } from './open-handler.ts'
import { route, type Handler, type Route } from './router.ts'

const PAGE = '/report/pages/:page'
const VISUAL = `${PAGE}/visuals/:visual`

export function reportRoutes(embedding: Embedding, page: Window): Route[] {
  const open = (handle: OpenHandler) => whenOpen(embedding, handle)
  const viewOnly: Handler = () =>
    refused(403, 'PowerBINotAuthorizedException', 'A host edits nothing: the person does, in edit mode.')
  // An embed token names no person, so the host keeps the filters of its people and passes them when it opens the report.
  const noUserState: Handler = () =>
    refused(
      501,
      'NotSupported',
      'Persistent filters are not supported with an embed token: keep getFilters() in the host.',
    )
  const load =
    (render: boolean): Handler =>
    (_, body, { headers }) => {
      const config = readLoadConfig(body, headers)
      // A 4xx answer would be an unhandled rejection in the host, so load errors are sent as events.
      if (config) embedding.load(config, render)
      else
        embedding.emit('error', {
          message: 'Invalid parameters',
          detailedMessage: 'A load needs id, accessToken and uid.',
          errorCode: '400',
          level: 6,
        })
      return accepted
    }
  return [
    route('POST', '/report/load', load(true)),
    route('POST', '/report/prepare', load(false)),
    route('POST', '/report/render', () => {
      embedding.render()
      return accepted
    }),
    route('POST', '/frontload/config', () => accepted),
    route('POST', '/report/token', (_, body) => setToken(embedding, body)),
    route(
      'GET',
      '/report/pages',
      open(({ report, state }) => found(report.pages.map((one) => describePage(one, state().page)))),
    ),
    route('PUT', '/report/pages/active', open(setPage)),
    route('GET', `${PAGE}/visuals`, open(listVisuals)),
    route('GET', `${PAGE}/layoutTypes/:type`, open(hasLayout)),
    route('POST', `${VISUAL}/exportData`, open(exportData)),
    route('PUT', `${VISUAL}/sortBy`, open(sortBy)),
    ...filterRoutes(embedding),
    ...bookmarkRoutes(embedding),
    route(
      'PATCH',
      '/report/settings',
      open((viewing, _, body) => change(() => viewing.changeSettings(body))),
    ),
    route(
      'GET',
      '/report/zoom',
      open(({ settings }) => found(settings().zoom)),
    ),
    route(
      'GET',
      '/report/theme',
      open((viewing) => found(viewing.theme())),
    ),
    route(
      'PUT',
      '/report/theme',
      open((viewing, _, body) => change(() => viewing.changeTheme(body))),
    ),
    route('POST', '/report/switchMode/view', () => attempted(embedding.switchMode(false))),
    route(
      'POST',
      '/report/switchMode/edit',
      open(() => attempted(embedding.switchMode(true))),
    ),
    route('POST', '/report/refresh', () => change(() => embedding.refresh())),
    // The print dialog blocks the page, so answer first.
    route('POST', '/report/print', () => change(() => page.setTimeout(() => page.print()))),
    route('POST', '/report/save', () => attempted(embedding.save())),
    route('POST', '/report/saveAs', viewOnly),
    route('GET', '/report/hasUnsavedChanges', () => found(embedding.editor()?.isDirty() ?? false)),
    route('GET', '/report/isUserStateApplied', () => found(false)),
    route('POST', '/report/userState', noUserState),
    route('DELETE', '/report/userState', noUserState),
    route(
      'POST',
      '/report/closeAllOverlays',
      open((viewing) => change(() => viewing.closeOverlays())),
    ),
    route(
      'POST',
      '/report/clearSelectedVisuals/:all',
      open((viewing) => change(() => viewing.change((state) => ({ ...state, selection: null })))),
    ),
    route('POST', '/report/addPage', viewOnly),
    route('PUT', `${PAGE}/name`, viewOnly),
    route('DELETE', PAGE, viewOnly),
    route('POST', `${VISUAL}/clone`, viewOnly),
    route('GET', '/getCorrelationId', () => found(crypto.randomUUID())),
  ]
}

function change(act: () => unknown): WireAnswer {
  act()
  return accepted
}

/** Answers when the service has answered. Its refusal keeps its code, so that a host tells a conflict from a missing permission. */
async function attempted(act: Promise<void>): Promise<WireAnswer> {
  try {
    await act
    return accepted
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return refused(error.status || 500, error.code, error.message)
  }
}

function setToken(embedding: Embedding, body: unknown): WireAnswer {
  if (typeof body !== 'string' || body === '') return invalid('The token must be a string.')
  return change(() => embedding.setToken(body))
}

const setPage: OpenHandler = (viewing, _, body) => {
  const name = isRecord(body) && typeof body['name'] === 'string' ? body['name'] : ''
  const place = placeOf(viewing, [name])
  if ('statusCode' in place) return place
  return change(() => viewing.change((state) => (state.page === name ? state : { ...state, page: name })))
}

const listVisuals: OpenHandler = (viewing, names) => {
  const place = placeOf(viewing, names)
  if ('statusCode' in place) return place
  return found(place.page.visuals.map((visual) => describeVisual(visual, place.page, viewing)))
}

const hasLayout: OpenHandler = (viewing, names) => {
  const place = placeOf(viewing, names.slice(0, 1))
  if ('statusCode' in place) return place
  return found(
    names[1] === 'Master' || names[1] === 'Custom' || (names[1] === 'MobilePortrait' && place.page.mobile !== null),
  )
}

const exportData: OpenHandler = async (viewing, names, body) => {
  const place = placeOf(viewing, names)
  if ('statusCode' in place) return place
  const rows = isRecord(body) && typeof body['rows'] === 'number' && body['rows'] > 0 ? body['rows'] : null
  if (isRecord(body) && body['exportDataType'] === 1)
    return refused(400, 'Invalid parameters', 'Only summarized data can be exported.')
  if (place.visual?.unread)
    return invalid(`This visual has fields that are not supported: ${place.visual.unread.join(', ')}.`)
  if (!place.visual || Object.keys(place.visual.wells).length === 0) return invalid('This visual shows no data.')
  return found({ data: await viewing.exportCsv(place.page, place.visual, rows) })
}

/** Body: `{ orderBy: target, direction: 1 ascending | 2 descending }`. */
const sortBy: OpenHandler = (viewing, names, body) => {
  const place = placeOf(viewing, names)
  if ('statusCode' in place) return place
  const { page, visual } = place
  const requestedOrder = isRecord(body) && isRecord(body['orderBy']) ? body['orderBy'] : {}
  const name = requestedOrder['column'] ?? requestedOrder['measure']
  const projection = Object.values(visual?.wells ?? {})
    .flat()
    .find(({ field }) => field.table === requestedOrder['table'] && field.name === name)
  if (!visual || !projection || !isRecord(body)) return invalid('The visual has no such field to sort by.')
  const sort = [
    { queryRef: projection.queryRef, direction: body['direction'] === 2 ? ('desc' as const) : ('asc' as const) },
  ]
  return change(() =>
    viewing.change((state) => ({ ...state, sorts: { ...state.sorts, [visualKey(page.name, visual.name)]: sort } })),
  )
}
