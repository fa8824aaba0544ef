import type { ReportFilter, Visual } from '../../report/definition.ts'
import type { DataPoint } from '../state/selection.ts'
import type { Sort } from '../state/view-state.ts'

/** Events from a frame to the stage. */
export type FrameEvents = {
  onPick: (visual: Visual, point: DataPoint, add: boolean) => void
  onClear: () => void
  onSort: (visual: Visual, sort: Sort | null) => void
  onSlice: (visual: Visual, filters: ReportFilter[]) => void
  onLoadMore: (visual: Visual) => void
  onExport: (visual: Visual) => void
  onFocusMode: (visual: Visual) => void
  onSettled: (visual: Visual) => void
  announce: (sentence: string) => void
}
