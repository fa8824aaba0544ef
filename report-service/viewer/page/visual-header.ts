// Buttons of a visual, visible on hover and focus: enlarge, and a menu (table, sort, export, clear).
import type { Visual } from '../../report/definition.ts'
import type { VisualAnswer } from '../../report/viewer-calls.ts'
import type { Speech } from '../phrases/speech.ts'
import { isSlicer, visualKey, type Sort, type ViewState } from '../state/view-state.ts'
import type { Settings } from '../state/settings.ts'
import { isFigure } from '../visuals/table-parts.ts'
import { h, icon } from './element.ts'
import { menuButton, type MenuItem } from './popover-menu.ts'
import type { FrameEvents } from './frame-events.ts'

type Now = { state: ViewState; settings: Settings; answer: VisualAnswer; asTable: boolean }
type HeaderOptions = {
  visual: Visual
  /** Names the visual in the buttons' accessible names. */
  title: string
  speech: Speech
  isChart: boolean
  now: () => Now | null
  onTable: () => void
  events: FrameEvents
}

export function visualHeader(options: HeaderOptions): HTMLElement {
  const { visual, title, speech, events } = options
  const { focus, moreOptions } = speech.phrases
  if (isSlicer(visual)) return clearSlicer(options)
  const enlarge = h(
    'button',
    {
      type: 'button',
      class: 'icon-button enlarge',
      'aria-label': labelOf(focus, title, speech),
      title: focus,
      onclick: () => events.onFocusMode(visual),
    },
    icon('focus'),
  )
  return h(
    'div',
    { class: 'visual-header' },
    enlarge,
    ...menuButton({ label: labelOf(moreOptions, title, speech), hint: moreOptions }, () => itemsOf(options)),
  )
}

/** A screen reader lists the buttons of all visuals together, so each one names its visual. */
const labelOf = (action: string, title: string, speech: Speech): string =>
  title === '' ? action : speech.say('ofVisual', { action, title })

function clearSlicer({ visual, title, speech, events }: HeaderOptions): HTMLElement {
  const label = speech.phrases.clearSelection
  const clear = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': labelOf(label, title, speech),
      title: label,
      onclick: () => events.onSlice(visual, []),
    },
    icon('erase'),
  )
  return h('div', { class: 'visual-header' }, clear)
}

function itemsOf(options: HeaderOptions): MenuItem[] {
  const { visual, speech, isChart, now, onTable, events } = options
  const present = now()
  if (!present) return []
  const { phrases } = speech
  const allows = (command: string) => !present.settings.disabledCommands.has(command)
  const hasPick = present.state.selection?.visual === visual.name
  return [
    ...(hasPick ? [{ label: phrases.clearSelection, choose: () => events.onClear() }] : []),
    ...(isChart && allows('seeData')
      ? [{ label: present.asTable ? phrases.showChart : phrases.showTable, choose: onTable }]
      : []),
    ...(allows('exportData') ? [{ label: phrases.exportData, choose: () => events.onExport(visual) }] : []),
    ...(isChart && allows('sort') ? sortItems(options, present) : []),
  ]
}

function sortItems({ visual, speech, events }: HeaderOptions, { answer, state }: Now): MenuItem[] {
  const own = state.sorts[visualKey(state.page, visual.name)]
  const [first] = own ?? visual.sort
  const fields = answer.columns.map((column) => {
    const isChecked = first?.queryRef === column.queryRef
    const turned = first?.direction === 'asc' ? 'desc' : 'asc'
    const direction: Sort[number]['direction'] = isChecked ? turned : isFigure(column) ? 'desc' : 'asc'
    const arrow = isChecked ? (first.direction === 'desc' ? ' ↓' : ' ↑') : ''
    return {
      label: column.displayName + arrow,
      isChecked,
      choose: () => events.onSort(visual, [{ queryRef: column.queryRef, direction }]),
    }
  })
  const reset = own ? [{ label: speech.phrases.sortDefault, choose: () => events.onSort(visual, null) }] : []
  return fields.length < 2 ? [] : [{ heading: speech.phrases.sortBy }, ...fields, ...reset]
}
