// The matrix as an accessible table: outer row groups span their rows, column groups stand in two rows of heads.
import { formatLabel, formatValue } from '../format/format-value.ts'
import { h } from '../page/element.ts'
import { isPicked, pointOf, type DataPoint } from '../state/selection.ts'
import type { VisualAnswer, VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import { buildMatrix, type Matrix, type MatrixRow } from './matrix-data.ts'
import type { Actions, Drawing, MakeRenderer } from './renderer.ts'
import { onRowKey } from './table.ts'
import { sortableHead, truncationNote } from './table-parts.ts'

export const makeMatrix: MakeRenderer = (host, actions) => {
  let drawn: { answer: VisualAnswer; sort: Drawing['sort'] } | null = null
  return {
    draw: (drawing) => {
      if (drawn?.answer !== drawing.answer || drawn.sort !== drawing.sort) {
        host.replaceChildren(matrixOf(drawing, actions))
        drawn = { answer: drawing.answer, sort: drawing.sort }
      }
      markPicked(host, drawing)
    },
    dispose: () => host.replaceChildren(),
  }
}

/** Picking a row picks its row groups only, not the column group of the answer's row behind it. */
const ROW_ROLES: ReadonlySet<string> = new Set(['Rows'])
const rowPoint = (drawing: Drawing, row: MatrixRow): DataPoint => pointOf(drawing.answer.columns, row.source, ROW_ROLES)

function matrixOf(drawing: Drawing, actions: Actions): HTMLElement {
  const { visual } = drawing
  const matrix = buildMatrix(drawing.answer)
  const table = h(
    'table',
    { class: 'table matrix' },
    h('caption', { class: 'visually-hidden' }, visual.altText ?? visual.title ?? ''),
    headOf(matrix, drawing, actions),
    h('tbody', {}, ...matrix.rows.map((row) => bodyRow(row, matrix, drawing, actions))),
    footOf(matrix, drawing),
  )
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': visual.title ?? '' },
    table,
    truncationNote(drawing, actions),
  )
}

function headOf(matrix: Matrix, drawing: Drawing, actions: Actions): HTMLElement {
  const { rowColumns, columnColumns, figures, across } = matrix
  if (columnColumns.length === 0) {
    return h(
      'thead',
      {},
      h('tr', {}, ...[...rowColumns, ...figures].map((column) => sortableHead(column, drawing, actions))),
    )
  }
  const showFigures = figures.length > 1
  const corner = rowColumns.map((column) => {
    const head = sortableHead(column, drawing, actions)
    if (showFigures) head.setAttribute('rowspan', '2')
    return head
  })
  const groups = across.map((key) => {
    const label = columnColumns
      .map((column, at) => formatLabel(key[at] ?? null, column, drawing.speech.writing))
      .join(' · ')
    return h('th', { scope: 'colgroup', class: 'number group', colspan: figures.length }, label)
  })
  const names = across.flatMap(() =>
    figures.map((column, at) => {
      return h('th', { scope: 'col', class: at === 0 ? 'number group' : 'number' }, column.displayName)
    }),
  )
  return h('thead', {}, h('tr', {}, ...corner, ...groups), showFigures ? h('tr', {}, ...names) : null)
}

function bodyRow(row: MatrixRow, matrix: Matrix, drawing: Drawing, actions: Actions): HTMLElement {
  const heads = row.heads.flatMap((head, level) => {
    const span = row.spans[level] ?? 1
    const column = matrix.rowColumns[level]
    if (span === 0 || !column) return []
    const label = formatLabel(head, column, drawing.speech.writing)
    return [h('th', { scope: span > 1 ? 'rowgroup' : 'row', rowspan: span > 1 ? span : null }, label)]
  })
  const cells = row.cells.flatMap((group) => {
    return matrix.figures.map((column, at) => figureCell(group[at] ?? null, column, drawing, at === 0))
  })
  const choose = (add: boolean) => actions.pick(rowPoint(drawing, row), add)
  return h(
    'tr',
    {
      class: row.spans[0] === 0 ? 'pickable' : 'pickable starts-group',
      tabindex: -1,
      onclick: (event: MouseEvent) => choose(event.ctrlKey || event.metaKey),
      onkeydown: (event: KeyboardEvent) => onRowKey(event, choose),
    },
    ...heads,
    ...cells,
  )
}

function figureCell(value: Value, column: VisualColumn, { speech }: Drawing, startsGroup: boolean): HTMLElement {
  const isNegative = typeof value === 'number' && value < 0
  const classes = ['number', startsGroup ? 'group' : '', isNegative ? 'negative' : ''].filter((name) => name !== '')
  return h('td', { class: classes.join(' ') }, formatValue(value, column, speech.writing))
}

function footOf(matrix: Matrix, drawing: Drawing): HTMLElement | null {
  if (matrix.totals === null || matrix.rows.length === 0 || matrix.rowColumns.length === 0) return null
  const label = h('th', { scope: 'row', colspan: matrix.rowColumns.length }, drawing.speech.phrases.total)
  const cells = matrix.figures.map((column, at) => figureCell(matrix.totals?.[at] ?? null, column, drawing, at === 0))
  return h('tfoot', {}, h('tr', {}, label, ...cells))
}

function markPicked(host: HTMLElement, drawing: Drawing): void {
  const { rows } = buildMatrix(drawing.answer)
  const { picked } = drawing
  host.querySelectorAll<HTMLElement>('tbody tr').forEach((element, at) => {
    const row = rows[at]
    const isOne = row !== undefined && picked.length > 0 && isPicked(picked, rowPoint(drawing, row))
    element.classList.toggle('is-picked', isOne)
    element.classList.toggle('is-dim', picked.length > 0 && !isOne)
    element.setAttribute('aria-selected', String(isOne))
    if (at === 0) element.tabIndex = 0
  })
}
