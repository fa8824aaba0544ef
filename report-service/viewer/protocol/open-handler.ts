// Helpers for handlers of an open report: the report itself, and the page and visual in a path.
import type { Page, Visual } from '../../report/definition.ts'
import type { Embedding } from '../embedding.ts'
import { findPage, findVisual } from '../state/view-state.ts'
import type { Viewing } from '../viewing.ts'
import { refused, unknown, type WireAnswer } from './envelope.ts'
import type { Handler } from './router.ts'

/** A handler that needs an open report. */
export type OpenHandler = (viewing: Viewing, names: string[], body: unknown) => WireAnswer | Promise<WireAnswer>

/** Wraps a handler so that it is refused before a report is loaded. */
export const whenOpen = (embedding: Embedding, handle: OpenHandler): Handler => {
  return (names, body) => {
    const viewing = embedding.viewing()
    return viewing ? handle(viewing, names, body) : refused(400, 'LoadReportFailed', 'No report is loaded yet.')
  }
}

/** The page and visual in a path. If one does not exist, a 404 that names it. */
export function placeOf(viewing: Viewing, names: string[]): { page: Page; visual: Visual | null } | WireAnswer {
  const [pageName = '', visualName] = names
  const page = findPage(viewing.report, pageName)
  if (!page) return unknown(`There is no page ${pageName}.`)
  const visual = visualName === undefined ? null : findVisual(page, visualName)
  if (visualName !== undefined && !visual) return unknown(`There is no visual ${visualName} on page ${pageName}.`)
  return { page, visual }
}
