// The table visual: one row per row of the answer, sortable headers, a total row, and rows that filter the page when clicked.
import { h } from '../page/element.ts'
import { isPicked, pointOf } from '../state/selection.ts'
import type { VisualAnswer } from '../../report/viewer-calls.ts'
import type { Actions, Drawing, MakeRenderer } from './renderer.ts'
import { createRowFit } from './whole-rows.ts'
import { cell, sortableHead, truncationNote } from './table-parts.ts'

export const makeTable: MakeRenderer = (host, actions) => {
  let drawn: { answer: VisualAnswer; sort: Drawing['sort'] } | null = null
  const rowFit = createRowFit(host)
  return {
    draw: (drawing) => {
      // Drawing again for a selection would lose scroll position and focus.
      if (drawn?.answer !== drawing.answer || drawn.sort !== drawing.sort) {
        host.replaceChildren(tableOf(drawing, actions))
        drawn = { answer: drawing.answer, sort: drawing.sort }
      }
      rowFit.fit(drawing)
      markPicked(host, drawing)
    },
    dispose: () => {
      rowFit.dispose()
      host.replaceChildren()
    },
  }
}

function tableOf(drawing: Drawing, actions: Actions): HTMLElement {
  const { answer, visual } = drawing
  const caption = h('caption', { class: 'visually-hidden' }, visual.altText ?? visual.title ?? '')
  const head = h('thead', {}, h('tr', {}, ...answer.columns.map((column) => sortableHead(column, drawing, actions))))
  const body = h('tbody', {}, ...answer.rows.map((row) => bodyRow(row, drawing, actions)))
  const table = h('table', { class: 'table' }, caption, head, body, footOf(drawing))
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': visual.title ?? '' },
    table,
    truncationNote(drawing, actions),
  )
}

function bodyRow(row: VisualAnswer['rows'][number], drawing: Drawing, actions: Actions): HTMLElement {
  const { columns } = drawing.answer
  const point = pointOf(columns, row)
  const cells = columns.map((column, index) => cell(row[index] ?? null, column, drawing))
  if (point.length === 0) return h('tr', {}, ...cells)
  const choose = (add: boolean) => actions.pick(point, add)
  return h(
    'tr',
    {
      class: 'pickable',
      tabindex: -1,
      onclick: (event: MouseEvent) => choose(event.ctrlKey || event.metaKey),
      onkeydown: (event: KeyboardEvent) => onRowKey(event, choose),
    },
    ...cells,
  )
}

/** Keyboard navigation: arrow keys move through the rows, Enter or Space selects. */
export function onRowKey(event: KeyboardEvent, choose: (add: boolean) => void): void {
  const row = event.currentTarget
  if (!(row instanceof HTMLElement)) return
  const target = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key]
  if (target instanceof HTMLElement) target.focus()
  else if (event.key === 'Enter' || event.key === ' ') choose(event.ctrlKey || event.metaKey)
  else return
  event.preventDefault()
}

function footOf(drawing: Drawing): HTMLElement | null {
  const { columns, totals, rows } = drawing.answer
  if (totals === null || rows.length === 0) return null
  const cells = columns.map((column, index) => {
    if (index === 0 && (totals[0] ?? null) === null) return h('th', { scope: 'row' }, drawing.speech.phrases.total)
    return cell(totals[index] ?? null, column, drawing)
  })
  return h('tfoot', {}, h('tr', {}, ...cells))
}

function markPicked(host: HTMLElement, { answer, picked }: Drawing): void {
  const rows = host.querySelectorAll<HTMLElement>('tbody tr')
  rows.forEach((element, index) => {
    const row = answer.rows[index]
    const isOne = row !== undefined && picked.length > 0 && isPicked(picked, pointOf(answer.columns, row))
    element.classList.toggle('is-picked', isOne)
    element.classList.toggle('is-dim', picked.length > 0 && !isOne)
    if (element.classList.contains('pickable')) element.setAttribute('aria-selected', String(isOne))
    if (index === 0 && element.classList.contains('pickable')) element.tabIndex = 0
  })
}
