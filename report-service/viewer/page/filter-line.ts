// The line below a page that says what filters it: the selection, the slicers, and the filters of the pane that differ from the saved report.
// Each has a button that removes it; on a screen that nobody touches the line has words alone. Next: filter-pane.ts, ../state/view-state.ts.
import type { Page, ReportDefinition, ReportFilter, Visual } from '../../report/definition.ts'
import type { Speech } from '../phrases/speech.ts'
import { cleared, restricts } from '../state/filters.ts'
import { type FilterLevel, findPage, visualKey, withoutDisplay, type ViewState } from '../state/view-state.ts'
import { h, icon } from './element.ts'
import { filterName, filterSummary } from './filter-summary.ts'
import { selectionWords } from './selection-words.ts'
import { titleOf } from './visual-title.ts'

type LineOptions = {
  report: ReportDefinition
  speech: Speech
  onClear: () => void
  onSlice: (visual: Visual, filters: ReportFilter[]) => void
  onFilter: (level: FilterLevel, filters: ReportFilter[]) => void
}

/** One filter in words. `remove` is null for a filter that the reader may not change. */
type Entry = { name: string; words: string; remove: () => void }

export function createFilterLine(options: LineOptions): {
  element: HTMLElement
  show: (state: ViewState, isTouched: boolean) => void
} {
  const { report, speech } = options
  const { phrases } = speech
  const element = h('div', { class: 'filter-line', role: 'group', 'aria-label': phrases.filteredBy })
  let drawnKey = ''
  return {
    element,
    show: (state, isTouched) => {
      const page = findPage(report, state.page)
      const entries = page === null ? [] : entriesOf(options, state, page)
      element.hidden = entries.length === 0
      const key = JSON.stringify([isTouched, state.page, entries.map(({ name, words }) => [name, words])])
      if (key === drawnKey) return
      drawnKey = key
      const title = h('span', { class: 'filter-line-title' }, `${phrases.filteredBy}:`)
      element.classList.toggle('is-text', !isTouched)
      if (!isTouched) {
        const words = entries.map((entry) => `${entry.name}: ${entry.words}`).join(' · ')
        return element.replaceChildren(title, h('span', { class: 'filter-line-words' }, words))
      }
      const buttons = entries.map(({ name, words, remove }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'filter-chip',
            title: `${name}: ${words}`,
            'aria-label': `${phrases.clearFilter}: ${name}: ${words}`,
            onclick: remove,
          },
          h('span', { class: 'filter-chip-words' }, words),
          icon('close'),
        ),
      )
      element.replaceChildren(title, ...buttons)
    },
  }
}

function entriesOf({ report, speech, onClear, onSlice, onFilter }: LineOptions, state: ViewState, page: Page): Entry[] {
  const entries: Entry[] = []
  if (state.selection?.page === page.name) {
    const { names, values } = selectionWords(state.selection, speech)
    entries.push({ name: names, words: values, remove: onClear })
  }
  for (const visual of page.visuals) {
    const set = (state.slicers[visualKey(page.name, visual.name)] ?? []).filter(restricts)
    if (set.length === 0) continue
    const words = set.map((filter) => filterSummary(filter, speech)).join(', ')
    const name = titleOf(visual, speech) || set.map(filterName).join(', ')
    entries.push({ name, words, remove: () => onSlice(visual, []) })
  }
  const levels = [
    { level: 'page', filters: state.pageFilters[page.name] ?? [], saved: page.filters },
    { level: 'report', filters: state.reportFilters, saved: report.filters },
  ] as const
  for (const { level, filters, saved } of levels) {
    const known = new Set(saved.map((filter) => JSON.stringify(withoutDisplay(filter))))
    filters.forEach((filter, at) => {
      const { isHiddenInViewMode, isLockedInViewMode } = filter.displaySettings ?? {}
      const isFixed = isHiddenInViewMode === true || isLockedInViewMode === true
      if (isFixed || !restricts(filter) || known.has(JSON.stringify(withoutDisplay(filter)))) return
      const remove = () =>
        onFilter(
          level,
          filters.map((other, place) => (place === at ? cleared(other) : other)),
        )
      entries.push({ name: filterName(filter), words: filterSummary(filter, speech), remove })
    })
  }
  return entries
}
