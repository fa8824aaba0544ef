// Shared by table, matrix and "show as table": sortable headers, cells, and the note about truncated rows.
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { formatValue, isNumeric } from '../format/format-value.ts'
import { h } from '../page/element.ts'
import { isGrouping } from '../state/selection.ts'
import type { Sort } from '../state/view-state.ts'
import type { Actions, Drawing } from './renderer.ts'

/** True for columns that are aligned right. Numbers of group columns (a year, a code) are labels and aligned left. */
export const isFigure = (column: VisualColumn): boolean => isNumeric(column) && !isGrouping(column)

/** The current sort order: the person's, otherwise the report's. */
export const currentSort = ({ sort, visual }: Drawing): Sort => sort ?? visual.sort

/** The next sort order after a click: figures start descending, names ascending; another click reverses. */
export function nextSort(column: VisualColumn, present: Sort): Sort {
  const [first] = present
  if (first?.queryRef === column.queryRef) {
    return [{ queryRef: column.queryRef, direction: first.direction === 'asc' ? 'desc' : 'asc' }]
  }
  return [{ queryRef: column.queryRef, direction: isFigure(column) ? 'desc' : 'asc' }]
}

export function sortableHead(column: VisualColumn, drawing: Drawing, actions: Actions): HTMLElement {
  const [first] = currentSort(drawing)
  const direction = first?.queryRef === column.queryRef ? first.direction : null
  const button = h(
    'button',
    { type: 'button', class: 'sort', onclick: () => actions.sortBy(nextSort(column, currentSort(drawing))) },
    h('span', {}, column.displayName),
    h(
      'span',
      { class: 'sort-mark', 'aria-hidden': 'true' },
      direction === 'desc' ? '↓' : direction === 'asc' ? '↑' : '',
    ),
  )
  const spoken = direction === 'desc' ? 'descending' : direction === 'asc' ? 'ascending' : 'none'
  return h('th', { scope: 'col', class: isFigure(column) ? 'number' : null, 'aria-sort': spoken }, button)
}

export function cell(value: Value, column: VisualColumn, drawing: Drawing): HTMLElement {
  const text = formatValue(value, column, drawing.speech.writing)
  const isNegative = typeof value === 'number' && value < 0
  const classes = [isFigure(column) ? 'number' : '', isNegative ? 'negative' : '']
    .filter((name) => name !== '')
    .join(' ')
  return h('td', { class: classes === '' ? null : classes }, text)
}

export function truncationNote(drawing: Drawing, actions: Actions): HTMLElement | null {
  if (!drawing.answer.truncated) return null
  const count = drawing.answer.rows.length.toLocaleString(drawing.speech.writing.locale)
  return h(
    'p',
    { class: 'truncated' },
    drawing.speech.say('truncated', { count }),
    ' ',
    h('button', { type: 'button', class: 'link', onclick: () => actions.loadMore() }, drawing.speech.phrases.loadMore),
  )
}
