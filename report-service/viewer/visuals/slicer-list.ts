// List slicer: a list of checkboxes, tiles in a flat frame, or a dropdown.
import { formatLabel } from '../format/format-value.ts'
import { h } from '../page/element.ts'
import { valueList } from '../page/value-list.ts'
import type { Value } from '../../model/model.ts'
import type { Actions, Drawing, MakeRenderer } from './renderer.ts'
import { slicerDropdown } from './slicer-dropdown.ts'
import { listFilter, tickedValues, slicerColumn } from './slicer-filter.ts'

/** The height, in lines of text, below which the values are shown as tiles. */
const TILE_LINES = 5

export const makeSlicerList: MakeRenderer = (host, actions) => {
  let drawn: { values: unknown; slicer: string } | null = null
  return {
    draw: (drawing) => {
      const slicer = JSON.stringify(drawing.slicer)
      // The list has already been redrawn by its own change. Drawing it again would lose focus and scroll position.
      if (drawn?.values === drawing.values && drawn.slicer === slicer) return
      const ownTick = drawn?.values === drawing.values && host.contains(document.activeElement)
      drawn = { values: drawing.values, slicer }
      if (ownTick) return updateSummary(host, drawing)
      host.replaceChildren(...contents(host, drawing, actions))
    },
    dispose: () => host.replaceChildren(),
  }
}

function contents(host: HTMLElement, drawing: Drawing, actions: Actions): HTMLElement[] {
  if (!drawing.values) return []
  if (drawing.visual.slicerMode === 'dropdown') return dropdown(drawing, actions)
  const lines = host.clientHeight / (16 * drawing.textScale)
  const isFlat = lines < TILE_LINES && host.clientWidth > host.clientHeight * 2
  return isFlat ? [tiles(drawing, actions)] : [list(drawing, actions)]
}

function list(drawing: Drawing, actions: Actions): HTMLElement {
  const { visual, speech, values } = drawing
  const target = slicerColumn(visual)
  if (!values || !target) return h('div')
  return valueList({
    label: visual.title ?? target.column,
    speech,
    answer: values,
    ticked: tickedValues(drawing.slicer),
    single: false,
    onTick: (ticked) => actions.slice(listFilter(target, ticked)),
    search: actions.searchValues,
  })
}

function tiles(drawing: Drawing, actions: Actions): HTMLElement {
  const { visual, speech, values } = drawing
  const target = slicerColumn(visual)
  if (!values || !target) return h('div')
  let ticked = tickedValues(drawing.slicer)
  const buttons = values.values.map((value) => {
    const button = h('button', { type: 'button', class: 'tile', 'aria-pressed': String(ticked.includes(value)) })
    button.textContent = formatLabel(value, values, speech.writing)
    button.addEventListener('click', (event) => {
      ticked = nextTicks(ticked, value, event.ctrlKey || event.metaKey)
      buttons.forEach((other, index) =>
        other.setAttribute('aria-pressed', String(ticked.includes(values.values[index] ?? null))),
      )
      actions.slice(listFilter(target, ticked))
    })
    return button
  })
  return h('div', { class: 'tiles', role: 'group', 'aria-label': visual.title ?? target.column }, ...buttons)
}

function nextTicks(ticked: Value[], value: Value, add: boolean): Value[] {
  if (ticked.includes(value))
    return add ? ticked.filter((other) => other !== value) : ticked.length === 1 ? [] : [value]
  return add ? [...ticked, value] : [value]
}

function dropdown(drawing: Drawing, actions: Actions): HTMLElement[] {
  return slicerDropdown({
    title: drawing.visual.title ?? slicerColumn(drawing.visual)?.column ?? '',
    close: drawing.speech.phrases.closeSheet,
    label: spokenSummary(drawing),
    text: summary(drawing),
    content: list(drawing, actions),
  })
}

function updateSummary(host: HTMLElement, drawing: Drawing): void {
  const text = host.querySelector('.dropdown-text')
  if (text) text.textContent = summary(drawing)
  host.querySelector('.dropdown')?.setAttribute('aria-label', spokenSummary(drawing))
}

const spokenSummary = (drawing: Drawing) =>
  `${drawing.visual.title ?? slicerColumn(drawing.visual)?.column ?? ''}: ${summary(drawing)}`

function summary({ slicer, values, speech }: Drawing): string {
  const ticked = tickedValues(slicer)
  if (ticked.length === 0 || !values || values.values.every((value) => ticked.includes(value)))
    return speech.phrases.all
  if (ticked.length > 2) return speech.say('selectedCount', { count: ticked.length })
  return ticked.map((value) => formatLabel(value, values, speech.writing)).join(', ')
}
