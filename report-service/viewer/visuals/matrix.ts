// The matrix as an accessible table: collapsible row groups, column groups in two header rows, totals at the ends.
import { formatLabel, formatValue } from '../format/format-value.ts'
import { h, icon } from '../page/element.ts'
import { isPicked } from '../state/selection.ts'
import type { VisualAnswer, VisualColumn } from '../../report/viewer-calls.ts'
import { acrossLabel, buildMatrix, initiallyFolded, linesOf, type Matrix, type MatrixRow } from './matrix-data.ts'
import type { Actions, Drawing, MakeRenderer } from './renderer.ts'
import { createTotalKeeper } from './keep-total.ts'
import { createRowFit } from './whole-rows.ts'
import { onRowKey } from './table.ts'
import { currentSort, sortableHead, truncationNote } from './table-parts.ts'

type Line = { row: MatrixRow; depth: number; element: HTMLElement }

export const makeMatrix: MakeRenderer = (host, actions) => {
  let drawn: { answer: VisualAnswer; sort: Drawing['sort'] } | null = null
  let lines: Line[] = []
  const rowFit = createRowFit(host)
  const totalKeeper = createTotalKeeper(host)
  /** Collapsed groups by path. Kept when rows change, so that a filter does not expand them again. */
  let folded: Set<string> | null = null

  function redraw(drawing: Drawing): void {
    const matrix = buildMatrix(drawing.answer, currentSort(drawing))
    folded ??= initiallyFolded(matrix.rows)
    const { scrollTop = 0, scrollLeft = 0 } = host.firstElementChild ?? {}
    lines = linesOf(matrix.rows, 0, folded).map(({ row, depth }) => ({
      row,
      depth,
      element: lineOf(row, depth, matrix, drawing),
    }))
    host.replaceChildren(tableOf(matrix, drawing))
    rowFit.fit(drawing)
    totalKeeper.fit()
    host.firstElementChild?.scrollTo(scrollLeft, scrollTop)
    markPicked(drawing)
  }

  function tableOf(matrix: Matrix, drawing: Drawing): HTMLElement {
    const { visual } = drawing
    const table = h(
      'table',
      { class: matrix.figures.length > 1 ? 'table matrix has-groups' : 'table matrix' },
      h('caption', { class: 'visually-hidden' }, visual.altText ?? visual.title ?? ''),
      headOf(matrix, drawing, actions),
      h('tbody', {}, ...lines.map(({ element }) => element)),
      footOf(matrix, drawing),
    )
    const region = { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': visual.title ?? '' }
    return h('div', region, table, truncationNote(drawing, actions))
  }

  function lineOf(row: MatrixRow, depth: number, matrix: Matrix, drawing: Drawing): HTMLElement {
    const label = formatLabel(row.path.at(-1) ?? null, row.column, drawing.speech.writing)
    const key = JSON.stringify(row.path)
    const isOpen = folded?.has(key) !== true
    const toggle = () => {
      if (isOpen) folded?.add(key)
      else folded?.delete(key)
      redraw(drawing)
      const again = lines.find((line) => JSON.stringify(line.row.path) === key)
      again?.element.querySelector<HTMLElement>('.fold')?.focus()
    }
    const fold = (event: MouseEvent) => {
      event.stopPropagation()
      toggle()
    }
    const hasFolds = matrix.rowColumns.length > 1
    const button = h(
      'button',
      { type: 'button', class: 'fold', 'aria-expanded': String(isOpen), 'aria-label': label, onclick: fold },
      icon('chevron'),
    )
    const space = h('span', { class: 'fold-space' })
    const head = h('th', { scope: 'row' }, hasFolds ? (row.children.length > 0 ? button : space) : null, label)
    head.style.setProperty('--depth', String(depth))
    const choose = (add: boolean) => actions.pick(row.point, add)
    return h(
      'tr',
      {
        class: row.children.length > 0 ? 'pickable is-group' : 'pickable',
        tabindex: -1,
        onclick: (event: MouseEvent) => choose(event.ctrlKey || event.metaKey),
        onkeydown: (event: KeyboardEvent) => event.target === event.currentTarget && onRowKey(event, choose),
      },
      head,
      ...figureCells(row.cells, matrix, drawing),
    )
  }

  function markPicked(drawing: Drawing): void {
    const { picked } = drawing
    lines.forEach(({ row, element }, index) => {
      const isOne = picked.length > 0 && isPicked(picked, row.point)
      element.classList.toggle('is-picked', isOne)
      element.classList.toggle('is-dim', picked.length > 0 && !isOne)
      element.setAttribute('aria-selected', String(isOne))
      if (index === 0) element.tabIndex = 0
    })
  }

  return {
    draw: (drawing) => {
      if (drawn?.answer === drawing.answer && drawn.sort === drawing.sort) {
        rowFit.fit(drawing)
        return markPicked(drawing)
      }
      drawn = { answer: drawing.answer, sort: drawing.sort }
      redraw(drawing)
    },
    dispose: () => {
      rowFit.dispose()
      totalKeeper.dispose()
      host.replaceChildren()
    },
  }
}

function headOf(matrix: Matrix, drawing: Drawing, actions: Actions): HTMLElement {
  const { rowColumns, columnColumns, figures, across } = matrix
  const corner = cornerOf(rowColumns, drawing, actions)
  if (columnColumns.length === 0) {
    return h('thead', {}, h('tr', {}, corner, ...figures.map((column) => sortableHead(column, drawing, actions))))
  }
  if (figures.length > 1) corner.setAttribute('rowspan', '2')
  const groups = across.map((key) => {
    const label = acrossLabel(key, matrix, drawing.speech)
    const element = h('th', { scope: 'colgroup', class: 'number group', colspan: figures.length }, label)
    return key.length === 0 ? markTotal(element, figures.length - 1) : element
  })
  const names = across.flatMap((key) =>
    figures.map((column, index) => {
      const element = h('th', { scope: 'col', class: index === 0 ? 'number group' : 'number' }, column.displayName)
      return key.length === 0 ? markTotal(element, index) : element
    }),
  )
  return h('thead', {}, h('tr', {}, corner, ...groups), figures.length > 1 ? h('tr', {}, ...names) : null)
}

function cornerOf([outermost, ...others]: VisualColumn[], drawing: Drawing, actions: Actions): HTMLElement {
  if (!outermost) return h('td')
  const head = sortableHead(outermost, drawing, actions)
  const rest = others.map(({ displayName }) => displayName).join(' › ')
  if (rest !== '') head.querySelector('span')?.append(` › ${rest}`)
  return head
}

/** A cell of a total column, with its place while the column is kept in view (keep-total.ts). */
function markTotal(element: HTMLElement, index: number): HTMLElement {
  element.classList.add('is-total')
  element.style.setProperty('--place', `var(--total-${index})`)
  return element
}

function figureCells(cells: MatrixRow['cells'], matrix: Matrix, { speech }: Drawing): HTMLElement[] {
  const hasTotal = matrix.columnColumns.length > 0 && matrix.across.at(-1)?.length === 0
  return cells.flatMap((cell, group) => {
    const isTotal = hasTotal && group === matrix.across.length - 1
    return matrix.figures.map((column, index) => {
      const value = cell?.[index] ?? null
      const isNegative = typeof value === 'number' && value < 0
      const marks = ['number', index === 0 ? 'group' : '', isNegative ? 'negative' : '']
      const element = h(
        'td',
        { class: marks.filter((mark) => mark !== '').join(' ') },
        formatValue(value, column, speech.writing),
      )
      return isTotal ? markTotal(element, index) : element
    })
  })
}

function footOf(matrix: Matrix, drawing: Drawing): HTMLElement | null {
  if (matrix.totals === null || (matrix.rowColumns.length === 0 && matrix.across.length === 0)) return null
  const label = h('th', { scope: 'row' }, drawing.speech.phrases.total)
  return h('tfoot', {}, h('tr', {}, label, ...figureCells(matrix.totals, matrix, drawing)))
}
