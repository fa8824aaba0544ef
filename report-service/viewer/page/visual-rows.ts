// What a visual asks of the service: rows, the values of a slicer's column, or nothing.
import type { Page, Visual } from '../../report/definition.ts'
import type { ValuesAnswer, VisualAnswer } from '../../report/viewer-calls.ts'
import type { Service } from '../data/service.ts'
import { filtersOn, highlightQuestionOf, questionOf, withoutDisplay, type ViewState } from '../state/view-state.ts'
import type { VisualKind } from '../visuals/renderer.ts'
import { slicerColumn } from '../visuals/slicer-filter.ts'

export type Rows = {
  answer: VisualAnswer
  /** The share of the rows that a selection in another visual highlights; null without such a selection. */
  highlighted: VisualAnswer | null
  values: ValuesAnswer | null
}

export const NO_ROWS: VisualAnswer = { columns: [], rows: [], totals: null, truncated: false }
/** How many values a slicer asks for. A period asks for the day of today only, which each answer has. */
const VALUES = { list: 500, dropdown: 500, between: 30_000, relative: 1 } as const

export type RowSource = {
  /** Two states with the same key have the same rows. */
  keyOf: (state: ViewState) => string
  fetch: (state: ViewState, signal: AbortSignal) => Promise<Rows>
  searchValues: (state: ViewState, search: string, signal: AbortSignal) => Promise<ValuesAnswer>
}

type SourceOptions = { page: Page; visual: Visual; kind: VisualKind; service: Service }

export function rowSource({ page, visual, kind, service }: SourceOptions): RowSource {
  const valuesQuestion = (state: ViewState, search?: string) => {
    const column = slicerColumn(visual) ?? { table: '', column: '' }
    const limit = VALUES[visual.slicerMode ?? 'list']
    const filters = filtersOn(state, page, visual).map(withoutDisplay)
    return { ...column, filters, limit, ...(search ? { search } : {}) }
  }
  const rowQuestions = (state: ViewState) =>
    [questionOf(state, page, visual), highlightQuestionOf(state, page, visual)] as const
  return {
    keyOf: (state) =>
      kind.asks === 'nothing'
        ? 'nothing'
        : JSON.stringify(kind.asks === 'rows' ? rowQuestions(state) : valuesQuestion(state)),
    fetch: async (state, signal) => {
      if (kind.asks === 'nothing') return { answer: NO_ROWS, highlighted: null, values: null }
      if (kind.asks === 'values') {
        return { answer: NO_ROWS, highlighted: null, values: await service.values(valuesQuestion(state), signal) }
      }
      const [whole, share] = rowQuestions(state)
      const [answer, highlighted] = await Promise.all([
        service.visual(whole, signal),
        share && service.visual(share, signal),
      ])
      return { answer, highlighted, values: null }
    },
    searchValues: (state, search, signal) => service.values(valuesQuestion(state, search), signal),
  }
}

type RequestOptions = {
  fetch: RowSource['fetch']
  onStart: () => void
  /** The answer has not come for `SLOW_MS`. */
  onSlow: () => void
  /** The request fails if this fails. */
  onRows: (rows: Rows) => Promise<void>
  onFailure: (error: unknown) => void
  /** After rows or a failure. */
  onSettled: () => void
}

/** After this time a visual says that it still waits. */
const SLOW_MS = 5_000

/** The request for the rows of one visual. A newer request aborts the older one, which reports nothing after that. */
export function rowRequest({ fetch, onStart, onSlow, onRows, onFailure, onSettled }: RequestOptions) {
  let current: AbortController | null = null
  return {
    isUnderWay: () => current !== null,
    start: async (state: ViewState): Promise<void> => {
      current?.abort()
      const request = new AbortController()
      current = request
      onStart()
      const slow = setTimeout(() => {
        if (!request.signal.aborted) onSlow()
      }, SLOW_MS)
      try {
        const received = await fetch(state, request.signal).finally(() => clearTimeout(slow))
        if (request.signal.aborted) return
        current = null
        await onRows(received)
      } catch (error) {
        if (request.signal.aborted) return
        current = null
        onFailure(error)
      }
      if (!request.signal.aborted) onSettled()
    },
    abort: () => current?.abort(),
  }
}
