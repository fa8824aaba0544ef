// One filter in the filter pane: name, summary, and for a basic filter the list of values to select.
import type { ReportFilter } from '../../report/definition.ts'
import type { ValuesAnswer } from '../../report/viewer-calls.ts'
import type { Service } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import { cleared, restricts, toWire } from '../state/filters.ts'
import { withoutDisplay } from '../state/view-state.ts'
import { failureText } from './failure-text.ts'
import { h, icon } from './element.ts'
import { filterName, filterSummary } from './filter-summary.ts'
import { valueList } from './value-list.ts'

type CardOptions = {
  filter: ReportFilter
  speech: Speech
  service: Service
  signal: AbortSignal
  /** All other active filters. The list offers only values that they leave. */
  others: () => ReportFilter[]
  onChange: (filter: ReportFilter) => void
}
export type FilterCard = { element: HTMLElement; update: (filter: ReportFilter) => void }

const VALUES = 500

export function createFilterCard(options: CardOptions): FilterCard {
  const { speech, onChange } = options
  const { phrases } = speech
  let filter = options.filter
  let ownChange = false
  const name = filterName(filter)
  const isLocked = filter.displaySettings?.isLockedInViewMode === true
  const summary = h('span', { class: 'filter-summary' })
  const body = h('div', { class: 'filter-body' })
  const clear = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': `${phrases.clearFilter}: ${name}`,
      title: phrases.clearFilter,
      onclick: () => onChange(cleared(filter)),
    },
    icon('erase'),
  )
  const lock = h(
    'span',
    { class: 'filter-lock', title: phrases.lockedFilter, 'aria-label': phrases.lockedFilter, role: 'img' },
    icon('lock'),
  )
  const head = [h('span', { class: 'filter-name' }, name), summary]
  const canList = filter.filterType === 1 && filter.target.column !== undefined && !isLocked
  const details = canList
    ? h('details', {}, h('summary', {}, ...head), body)
    : h('div', { class: 'filter-head' }, ...head)
  details.addEventListener('toggle', () => {
    if (body.childElementCount === 0) void fill()
  })

  async function fill(): Promise<void> {
    if (filter.filterType !== 1) return
    body.replaceChildren(h('p', { class: 'notice' }, `${phrases.loadingVisual}…`))
    const answer = await ask('', options.signal).catch((error: unknown) => ({ error }))
    if (options.signal.aborted) return
    if ('error' in answer) return body.replaceChildren(h('p', { class: 'notice' }, failureText(answer.error, speech)))
    body.replaceChildren(
      valueList({
        label: name,
        speech,
        answer,
        ticked: filter.operator === 'In' ? filter.values : [],
        single: filter.requireSingleSelection === true,
        onTick: (values) => {
          ownChange = true
          if (filter.filterType === 1)
            onChange(toWire({ ...filter, operator: values.length === 0 ? 'All' : 'In', values }))
        },
        search: ask,
      }),
    )
  }

  function ask(search: string, signal: AbortSignal): Promise<ValuesAnswer> {
    const target = filter.filterType === 6 ? undefined : filter.target
    const others = options.others().filter((other) => JSON.stringify(other.target) !== JSON.stringify(target))
    const question = {
      table: target?.table ?? '',
      column: target?.column ?? '',
      filters: others.map(withoutDisplay),
      limit: VALUES,
    }
    return options.service.values(search === '' ? question : { ...question, search }, signal)
  }

  const element = h('div', { class: 'filter-card' }, details, isLocked ? lock : clear)
  return {
    element,
    update: (next) => {
      const changed = JSON.stringify(next) !== JSON.stringify(filter)
      filter = next
      summary.textContent = filterSummary(filter, speech)
      element.classList.toggle('is-set', restricts(filter))
      clear.hidden = !restricts(filter)
      // The selected values are outdated after a change from elsewhere (the host or a bookmark), so load them again.
      if (changed && !ownChange && body.childElementCount > 0) void fill()
      ownChange = false
    },
  }
}
