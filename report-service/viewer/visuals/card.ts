// One or several large figures: card, new card and multi-row card.
import { formatLabel, formatValue } from '../format/format-value.ts'
import { h } from '../page/element.ts'
import { isGrouping, pointOf } from '../state/selection.ts'
import { cardDetails, cardFigures, isMultiRow, type CardFigure } from './card-data.ts'
import type { Drawing, MakeRenderer } from './renderer.ts'

export const makeCard: MakeRenderer = (host) => ({
  draw: (drawing) => {
    host.replaceChildren(isMultiRow(drawing) ? multiRow(drawing) : single(drawing))
  },
  dispose: () => host.replaceChildren(),
})

function single(drawing: Drawing): HTMLElement {
  const figures = cardFigures(drawing).map(figure)
  const details = cardDetails(drawing).map(({ text, label }) =>
    h(
      'li',
      { title: `${text} ${label}`.trim() },
      h('span', { class: 'card-detail' }, text),
      label === '' ? null : h('span', { class: 'card-detail-label' }, ` ${label}`),
    ),
  )
  const card = h('div', { class: 'card', 'data-figures': figures.length }, ...figures)
  if (details.length === 0) return card
  card.classList.add('has-details')
  // The room that is left for the small figures depends on the size of the large one.
  card.style.setProperty(
    '--chars',
    figures[0]?.querySelector<HTMLElement>('.figure-value')?.style.getPropertyValue('--chars') ?? '',
  )
  card.append(h('ul', { class: 'card-details' }, ...details))
  return card
}

function figure({ short, full, label }: CardFigure): HTMLElement {
  const figureElement = h('div', { class: 'figure-value', title: full }, shortAndFull(short, full))
  // The font size depends on the length of the text, until ../page/figure-rows.ts has measured it.
  figureElement.style.setProperty('--chars', String(Math.max(4, short.length)))
  return h(
    'div',
    { class: 'figure' },
    figureElement,
    label === null ? null : h('div', { class: 'figure-label', title: label }, label),
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
