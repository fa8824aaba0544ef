// What a kind of visual must be able to do, and what it is given to do it with.
// Next: registry.ts (which kind draws which type), ../page/visual-frame.ts (who calls it).
import type { ReportFilter, Visual } from '../../report/definition.ts'
import type { ValuesAnswer, VisualAnswer } from '../../report/viewer-calls.ts'
import type { ViewerTheme } from '../page/theme.ts'
import type { Speech } from '../phrases/speech.ts'
import type { DataPoint } from '../state/selection.ts'
import type { Sort } from '../state/view-state.ts'

export type Drawing = {
  visual: Visual
  speech: Speech
  theme: ViewerTheme
  /** Factor of all text sizes. */
  textScale: number
  /** Rows of the visual; empty for kinds that ask for none. */
  answer: VisualAnswer
  /** Distinct values, for slicers. */
  values: ValuesAnswer | null
  picked: DataPoint[]
  sort: Sort | null
  /** The slicer's present filters. */
  slicer: ReportFilter[]
  /** A compact form for a slicer on a phone. */
  isNarrow: boolean
}

export type Actions = {
  /** `add` joins the point to those picked already. */
  pick: (point: DataPoint, add: boolean) => void
  clear: () => void
  sortBy: (sort: Sort | null) => void
  loadMore: () => void
  slice: (filters: ReportFilter[]) => void
  searchValues: (search: string, signal: AbortSignal) => Promise<ValuesAnswer>
  announce: (sentence: string) => void
}

export type Renderer = {
  /** Draws, or brings the drawing up to date; called again on each change of rows, picks, theme or text scale. */
  draw: (drawing: Drawing) => void
  dispose: () => void
}

export type MakeRenderer = (host: HTMLElement, actions: Actions) => Renderer
export type VisualKind = {
  /** What the visual asks the service for before it can be drawn. */
  asks: 'rows' | 'values' | 'nothing'
  /** Charts come in a file of their own, loaded when the first one is met. */
  load: () => MakeRenderer | Promise<MakeRenderer>
  isChart?: boolean
}
