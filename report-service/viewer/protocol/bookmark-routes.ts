// Bookmark requests: list, apply by name, apply a captured state, capture. These requests have no uid.
import type { Embedding } from '../embedding.ts'
import { captureState, restoreState, stateOfBookmark } from '../state/bookmark-state.ts'
import type { ViewState } from '../state/view-state.ts'
import { accepted, found, invalid, isRecord, unknown, type WireAnswer } from './envelope.ts'
import { whenOpen, type OpenHandler } from './open-handler.ts'
import { route, type Route } from './router.ts'

export function bookmarkRoutes(embedding: Embedding): Route[] {
  const open = (handle: OpenHandler) => whenOpen(embedding, handle)
  const arrive = (viewing: Parameters<OpenHandler>[0], state: ViewState, bookmarkName: string | null): WireAnswer => {
    viewing.change(() => state)
    embedding.emit('bookmarkApplied', { bookmarkName })
    return accepted
  }
  return [
    route(
      'GET',
      '/report/bookmarks',
      open(({ report }) => {
        return found(report.bookmarks.map(({ name, displayName }) => ({ name, displayName })))
      }),
    ),
    route(
      'POST',
      '/report/bookmarks/applyByName',
      open((viewing, _, body) => {
        const name = isRecord(body) ? body['name'] : null
        const bookmark = viewing.report.bookmarks.find((one) => one.name === name)
        if (!bookmark) return unknown(`There is no bookmark ${String(name)}.`)
        return arrive(viewing, stateOfBookmark(viewing.report, bookmark), bookmark.name)
      }),
    ),
    route(
      'POST',
      '/report/bookmarks/applyState',
      open((viewing, _, body) => {
        const text = isRecord(body) && typeof body['state'] === 'string' ? body['state'] : ''
        const state = restoreState(viewing.report, text)
        return state
          ? arrive(viewing, state, null)
          : invalid('This bookmark state belongs to no report of this viewer.')
      }),
    ),
    route('POST', '/report/bookmarks/capture', open(capture)),
    route('POST', '/report/bookmarks/play', () => accepted),
  ]
}

const capture: OpenHandler = ({ report, state }, _, body) => {
  const options = isRecord(body) && isRecord(body['options']) ? body['options'] : {}
  const name = `captured-${crypto.randomUUID()}`
  return found({ name, displayName: name, state: captureState(report, state(), options['allPages'] === true) })
}
