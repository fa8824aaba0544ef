// The body of a visual: its renderer, or the table in its place.
import type { Visual } from '../../report/definition.ts'
import type { Actions, Drawing, MakeRenderer, Renderer, VisualKind } from '../visuals/renderer.ts'
import { makeTable } from '../visuals/table.ts'
import { h } from './element.ts'
import type { FrameEvents } from './frame-events.ts'

export type VisualBody = {
  element: HTMLElement
  isTable: () => boolean
  /** Shows the table in place of the visual, or the visual again. It must be drawn then. */
  toggleTable: () => void
  /** The renderer is loaded. */
  isReady: () => boolean
  prepare: () => Promise<void>
  draw: (drawing: Drawing) => void
  clear: () => void
}

type BodyOptions = {
  visual: Visual
  kind: VisualKind
  events: FrameEvents
  searchValues: Actions['searchValues']
}

export function visualBody({ visual, kind, events, searchValues }: BodyOptions): VisualBody {
  const element = h('div', { class: 'visual-body' })
  let renderer: Renderer | null = null
  let asTable = false

  async function makeRenderer(): Promise<MakeRenderer> {
    element.replaceChildren()
    return asTable ? makeTable : kind.load()
  }

  function clear(): void {
    renderer?.dispose()
    renderer = null
  }

  return {
    element,
    isTable: () => asTable,
    toggleTable: () => {
      asTable = !asTable
      clear()
      element.className = 'visual-body'
    },
    isReady: () => renderer !== null,
    prepare: async () => {
      renderer ??= (await makeRenderer())(element, {
        pick: (point, add) => events.onPick(visual, point, add),
        clear: () => events.onClear(),
        sortBy: (sort) => events.onSort(visual, sort),
        loadMore: () => events.onLoadMore(visual),
        slice: (filters) => events.onSlice(visual, filters),
        searchValues,
        announce: events.announce,
      })
    },
    draw: (drawing) => renderer?.draw(drawing),
    clear,
  }
}
