// The interface of a renderer for a kind of visual, and its inputs.
// Next: registry.ts (types of visuals), ../page/visual-frame.ts (the caller).
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
  /** Scale factor for text sizes. */
  textScale: number
  /** Rows of the visual; empty for kinds without rows. */
  answer: VisualAnswer
  /** The part of `answer` that a selection in another visual highlights; null without such a selection. */
  highlighted: VisualAnswer | null
  /** Distinct values of the column, for slicers. */
  values: ValuesAnswer | null
  picked: DataPoint[]
  sort: Sort | null
  /** Current filters of the slicer. */
  slicer: ReportFilter[]
  /** True for a compact form on a phone. */
  isNarrow: boolean
  /** Seconds in which a table shows all its rows page by page; null where people scroll it. */
  turnSeconds?: number | null
}

export type Actions = {
  /** Selects a point. `add` adds it to the selection. */
  pick: (point: DataPoint, add: boolean) => void
  clear: () => void
  sortBy: (sort: Sort | null) => void
  loadMore: () => void
  slice: (filters: ReportFilter[]) => void
  searchValues: (search: string, signal: AbortSignal) => Promise<ValuesAnswer>
  announce: (sentence: string) => void
}

export type Renderer = {
  /** Draws, or updates the drawing. Called for each change of rows, selection, theme or text scale. */
  draw: (drawing: Drawing) => void
  dispose: () => void
}

export type MakeRenderer = (host: HTMLElement, actions: Actions) => Renderer
export type VisualKind = {
  /** Data that the visual needs before it can be drawn. */
  asks: 'rows' | 'values' | 'nothing'
  /** Loads the renderer. Charts are in a separate chunk, which is loaded on first use. */
  load: () => MakeRenderer | Promise<MakeRenderer>
  isChart?: boolean
}
