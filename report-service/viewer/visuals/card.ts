// One or several large figures: card, new card and multi-row card.
import { formatCompact, formatLabel, formatValue } from '../format/format-value.ts'
import { h } from '../page/element.ts'
import { isGrouping, pointOf } from '../state/selection.ts'
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import type { Drawing, MakeRenderer } from './renderer.ts'

/** The value from which a card shows `R$ 80,5 mi`, with the full figure in the tooltip and for screen readers. */
const COMPACT_FROM = 1_000_000

export const makeCard: MakeRenderer = (host) => ({
  draw: (drawing) => {
    const { answer, visual } = drawing
    const isMulti = visual.type === 'multiRowCard' || answer.rows.length > 1 || answer.columns.some(isGrouping)
    host.replaceChildren(isMulti ? multiRow(drawing) : single(drawing))
  },
  dispose: () => host.replaceChildren(),
})

function single(drawing: Drawing): HTMLElement {
  const [row = []] = drawing.answer.rows
  const { visual } = drawing
  const figures = drawing.answer.columns.map((column, index) => {
    // Omit a label that repeats the title.
    const repeats = visual.showTitle && (visual.title ?? column.displayName) === column.displayName
    return figure(drawing, column, row[index] ?? null, repeats && drawing.answer.columns.length === 1)
  })
  return h('div', { class: 'card', 'data-figures': figures.length }, ...figures)
}

function figure(drawing: Drawing, column: VisualColumn, value: Value, bare: boolean): HTMLElement {
  const { speech } = drawing
  const full = formatLabel(value, column, speech.writing)
  const short = value === null ? '–' : formatCompact(value, column, speech.writing, COMPACT_FROM)
  const figureElement = h(
    'div',
    { class: 'figure-value', title: full === short ? null : full },
    shortAndFull(short, full),
  )
  // The font size depends on the length of the text.
  figureElement.style.setProperty('--chars', String(Math.max(4, short.length)))
  return h(
    'div',
    { class: 'figure' },
    figureElement,
    bare ? null : h('div', { class: 'figure-label' }, column.displayName),
  )
}

/** The short text for sighted users, and the full text for screen readers. */
function shortAndFull(short: string, full: string): Node {
  if (short === full) return document.createTextNode(short)
  return h('span', {}, h('span', { 'aria-hidden': 'true' }, short), h('span', { class: 'visually-hidden' }, full))
}

function multiRow(drawing: Drawing): HTMLElement {
  const { answer, speech } = drawing
  const items = answer.rows.map((row) => {
    const heading = pointOf(answer.columns, row).length > 0
    const cells = answer.columns.map((column, index) => {
      const value = row[index] ?? null
      if (isGrouping(column)) return h('div', { class: 'row-card-title' }, formatLabel(value, column, speech.writing))
      return h(
        'div',
        { class: 'row-card-figure' },
        h('span', { class: 'row-card-value' }, formatValue(value, column, speech.writing) || '–'),
        h('span', { class: 'figure-label' }, column.displayName),
      )
    })
    return h('li', { class: heading ? 'row-card has-title' : 'row-card' }, ...cells)
  })
  return h('ul', { class: 'row-cards' }, ...items)
}
