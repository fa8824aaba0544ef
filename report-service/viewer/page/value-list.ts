// A list of values with checkboxes, a search and "select all". Used by slicers and by the filter pane.
import type { ValuesAnswer } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { formatLabel } from '../format/format-value.ts'
import type { Speech } from '../phrases/speech.ts'
import { h, icon } from './element.ts'

export type ValueListOptions = {
  label: string
  speech: Speech
  answer: ValuesAnswer
  ticked: readonly Value[]
  /** Only one value can be selected; there is no "select all". */
  single: boolean
  onTick: (values: Value[]) => void
  search: (text: string, signal: AbortSignal) => Promise<ValuesAnswer>
}

const SEARCH_FROM = 9
const LONG = 12
const SEARCH_PAUSE = 200
let groupCount = 0

/**
 * A list of values to filter by; no selected value means no filter. "Select all" is checked if every value is, and half-checked if some
 * are.
 */
export function valueList(options: ValueListOptions): HTMLElement {
  const { speech, label, answer } = options
  const items = h('div', { class: 'value-items', role: 'group', 'aria-label': label })
  const name = `values-${(groupCount += 1)}`
  let ticked = [...options.ticked]
  let visibleAnswer = answer
  // Selected values come first in a long list, so that they are visible.
  const first = answer.values.length > LONG ? [...options.ticked] : []
  let pending: AbortController | null = null
  let isSearching = false

  function change(values: Value[]): void {
    ticked = values
    paint()
    options.onTick(values)
  }

  function toggle(value: Value): void {
    if (options.single) return change(ticked.includes(value) && ticked.length === 1 ? [] : [value])
    change(ticked.includes(value) ? ticked.filter((other) => other !== value) : [...ticked, value])
  }

  function paint(): void {
    const focused = items.querySelector<HTMLInputElement>('input:focus')?.value
    const values = isSearching
      ? visibleAnswer.values
      : withFirst([...first, ...missing(ticked, visibleAnswer.values)], visibleAnswer.values)
    const rows = values.map((value, index) =>
      item(String(index), formatLabel(value, visibleAnswer, speech.writing), ticked.includes(value), () =>
        toggle(value),
      ),
    )
    const all = options.single || isSearching || visibleAnswer.truncated || values.length < 2 ? [] : [selectAll(values)]
    const note = rows.length === 0 ? [h('p', { class: 'notice' }, speech.phrases.noMatches)] : []
    const more = visibleAnswer.truncated ? [h('p', { class: 'value-more' }, speech.phrases.moreValues)] : []
    items.replaceChildren(...all, ...rows, ...note, ...more)
    if (focused !== undefined) items.querySelector<HTMLInputElement>(`input[value="${focused}"]`)?.focus()
  }

  function selectAll(values: Value[]): HTMLElement {
    const isAll = values.every((value) => ticked.includes(value))
    const element = item('all', speech.phrases.selectAll, isAll, () => change(isAll ? [] : values))
    const input = element.querySelector('input')
    if (input) input.indeterminate = !isAll && ticked.length > 0
    return element
  }

  function item(value: string, text: string, checked: boolean, onchange: () => void): HTMLElement {
    const input = h('input', { type: options.single ? 'radio' : 'checkbox', name, value, onchange })
    input.checked = checked
    if (options.single) input.addEventListener('click', () => checked && onchange())
    return h(
      'label',
      { class: `value-item${value === 'all' ? ' is-all' : ''}` },
      input,
      h('span', { title: text }, text),
    )
  }

  async function find(text: string): Promise<void> {
    pending?.abort()
    const request = new AbortController()
    pending = request
    const found = text === '' ? answer : await options.search(text, request.signal).catch(() => null)
    if (request.signal.aborted || found === null) return
    isSearching = text !== ''
    visibleAnswer = found
    paint()
  }

  const needsSearch = answer.values.length >= SEARCH_FROM || answer.truncated
  paint()
  return h('div', { class: 'value-list' }, needsSearch ? searchBox(speech, find) : null, items)
}

function withFirst(first: Value[], rest: Value[]): Value[] {
  return [...new Set([...first, ...rest])]
}

function missing(ticked: Value[], listed: Value[]): Value[] {
  return ticked.filter((value) => !listed.includes(value))
}

function searchBox(speech: Speech, find: (text: string) => Promise<void>): HTMLElement {
  let timer = 0
  const oninput = (event: Event) => {
    const { value } = event.target as HTMLInputElement
    clearTimeout(timer)
    timer = window.setTimeout(() => void find(value.trim()), SEARCH_PAUSE)
  }
  const input = h('input', {
    type: 'search',
    placeholder: speech.phrases.search,
    'aria-label': speech.phrases.search,
    oninput,
  })
  return h('div', { class: 'value-search' }, icon('search'), input)
}
