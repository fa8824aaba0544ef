// The filter pane on the right: report and page filters as cards with lists of values. In a narrow frame it is a sheet over the page, in
// which filters change together when the reader applies them.
// Next: filter-card.ts (one filter), filter-summary.ts (the text of a filter).
import type { ReportFilter } from '../../report/definition.ts'
import type { Service } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import { cleared, restricts } from '../state/filters.ts'
import { type FilterLevel, withFilters, type ViewState } from '../state/view-state.ts'
import { h, icon } from './element.ts'
import { createFilterCard, type FilterCard } from './filter-card.ts'

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

const isChangeable = (filter: ReportFilter) => isShown(filter) && filter.displaySettings?.isLockedInViewMode !== true

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
  const close = h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': phrases.closeSheet, onclick: () => shut() },
    icon('close'),
  )
  const sheetHead = h('div', { class: 'sheet-head' }, h('h2', {}, phrases.filters), close)
  const sheetFoot = h(
    'div',
    { class: 'sheet-foot' },
    h('button', { type: 'button', class: 'button', onclick: clearAll }, phrases.clearAllFilters),
    h('button', { type: 'button', class: 'button is-primary', onclick: apply }, phrases.applyFilters),
  )
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
    sheetHead,
    content,
    sheetFoot,
  )
  /** What the reader has changed in the sheet and not applied. */
  let draft: ViewState | null = null
  let latest: ViewState | null = null
  let isOpen = false
  let shape = ''
  let cards: { level: FilterLevel; at: number; card: FilterCard }[] = []
  toggle.addEventListener('click', () => onToggle(!isOpen))
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen && isSheet()) shut()
  })

  const isSheet = () => element.closest('.is-narrow') !== null

  function shut(): void {
    onToggle(false)
    toggle.focus()
  }

  /** Changes filters at once, or in a sheet only the draft. */
  function edit(level: FilterLevel, filters: ReportFilter[]): void {
    if (!isSheet()) return onChange(level, filters)
    if (latest) latest = draft = withFilters(latest, level, filters)
    refresh()
  }

  function clearAll(): void {
    for (const level of LEVELS)
      if (latest)
        edit(
          level,
          atLevel(latest, level).map((filter) =>
            isChangeable(filter) && restricts(filter) ? cleared(filter) : filter,
          ),
        )
  }

  function apply(): void {
    const chosen = draft
    if (chosen) for (const level of LEVELS) onChange(level, atLevel(chosen, level))
    shut()
  }

  function refresh(): void {
    for (const { level, at, card } of cards) {
      const filter = latest && atLevel(latest, level)[at]
      if (filter) card.update(filter)
    }
  }

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
          edit(
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
      const opens = open && !isOpen
      if (!open) draft = null
      latest = draft ?? state
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
      refresh()
      if (opens && isSheet()) close.focus()
    },
    dispose: () => stop.abort(),
  }
}
