// The filter pane on the right: report and page filters as cards with lists of values.
// Next: filter-card.ts (one filter), filter-summary.ts (the text of a filter).
import type { ReportFilter } from '../../report/definition.ts'
import type { Service } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import { restricts } from '../state/filters.ts'
import type { ViewState } from '../state/view-state.ts'
import { h, icon } from './element.ts'
import { createFilterCard, type FilterCard } from './filter-card.ts'

export type FilterLevel = 'report' | 'page'
type PaneOptions = {
  speech: Speech
  service: Service
  onChange: (level: FilterLevel, filters: ReportFilter[]) => void
  onToggle: (isOpen: boolean) => void
}
export type FilterPane = {
  element: HTMLElement
  update: (state: ViewState, isOpen: boolean) => void
  dispose: () => void
}

const LEVELS: readonly FilterLevel[] = ['page', 'report']
const isShown = (filter: ReportFilter) => filter.displaySettings?.isHiddenInViewMode !== true

const atLevel = (state: ViewState, level: FilterLevel): ReportFilter[] => {
  return level === 'report' ? state.reportFilters : (state.pageFilters[state.page] ?? [])
}

/** Filters that are visible in the pane. */
export const visibleFilters = (state: ViewState): ReportFilter[] => {
  return LEVELS.flatMap((level) => atLevel(state, level)).filter(isShown)
}

export function createFilterPane({ speech, service, onChange, onToggle }: PaneOptions): FilterPane {
  const { phrases } = speech
  const stop = new AbortController()
  const content = h('div', { class: 'pane-content' })
  const badge = h('span', { class: 'badge' })
  const word = h('span', { class: 'pane-word' }, phrases.filters)
  const closeWord = h('span', { class: 'pane-close' }, phrases.closeFilters)
  const toggle = h(
    'button',
    { type: 'button', class: 'pane-toggle', 'aria-controls': 'filter-pane' },
    icon('filter'),
    word,
    closeWord,
    badge,
  )
  const element = h(
    'aside',
    { class: 'filter-pane', id: 'filter-pane', 'aria-label': phrases.filters },
    toggle,
    content,
  )
  let latest: ViewState | null = null
  let isOpen = false
  let shape = ''
  let cards: { level: FilterLevel; at: number; card: FilterCard }[] = []
  toggle.addEventListener('click', () => onToggle(!isOpen))

  /** Creates new cards. Called only when the list of filtered columns changes, so that a selection keeps focus and search. */
  function redraw(state: ViewState): void {
    cards = []
    const groups = LEVELS.map((level) => group(level, state)).filter((entry) => entry !== null)
    content.replaceChildren(...(groups.length > 0 ? groups : [h('p', { class: 'notice' }, phrases.noFilters)]))
  }

  function group(level: FilterLevel, state: ViewState): HTMLElement | null {
    const made = atLevel(state, level).flatMap((filter, index) => {
      if (!isShown(filter)) return []
      const card = createFilterCard({
        filter,
        speech,
        service,
        signal: stop.signal,
        others: () =>
          (latest ? [...latest.reportFilters, ...atLevel(latest, 'page')] : []).filter((other) => restricts(other)),
        onChange: (next) =>
          latest &&
          onChange(
            level,
            atLevel(latest, level).map((other, place) => (place === index ? next : other)),
          ),
      })
      return [{ level, at: index, card }]
    })
    cards.push(...made)
    const heading = level === 'page' ? phrases.filtersOnPage : phrases.filtersOnReport
    return made.length === 0
      ? null
      : h('section', { class: 'pane-group' }, h('h3', {}, heading), ...made.map(({ card }) => card.element))
  }

  return {
    element,
    update: (state, open) => {
      latest = state
      isOpen = open
      element.classList.toggle('is-open', open)
      toggle.setAttribute('aria-expanded', String(open))
      toggle.setAttribute('aria-label', open ? phrases.closeFilters : phrases.openFilters)
      const set = visibleFilters(state).filter(restricts).length
      badge.textContent = set > 0 ? String(set) : ''
      if (!open) return
      const stateKey = JSON.stringify([
        state.page,
        ...LEVELS.map((level) => atLevel(state, level).map(({ target }) => target)),
      ])
      if (stateKey !== shape) redraw(state)
      shape = stateKey
      for (const { level, at, card } of cards) {
        const filter = atLevel(state, level)[at]
        if (filter) card.update(filter)
      }
    },
    dispose: () => stop.abort(),
  }
}
