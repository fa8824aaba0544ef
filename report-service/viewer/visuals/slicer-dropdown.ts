// The button of a slicer that opens its choices in a panel. The panel is in the browser's top layer, so that no frame clips it.
import { h, icon } from '../page/element.ts'

type DropdownOptions = {
  /** The name of the slicer, and the word for closing, above the choices on a phone. */
  title: string
  close: string
  /** The accessible name of the button. */
  label: string
  text: string
  content: HTMLElement
  /** Width in pixels that the panel has at least. */
  minWidth?: number
  maxHeight?: number
}

let count = 0

export function slicerDropdown(options: DropdownOptions): HTMLElement[] {
  const { title, close, label, text, content, minWidth = 220, maxHeight = 320 } = options
  const id = `slicer-${(count += 1)}`
  const head = h(
    'div',
    { class: 'slicer-head' },
    h('span', {}, title),
    h(
      'button',
      { type: 'button', class: 'icon-button', popovertarget: id, popovertargetaction: 'hide', 'aria-label': close },
      icon('close'),
    ),
  )
  const panel = h('div', { class: 'popover slicer-panel', id, popover: 'auto' }, head, content)
  const button = h(
    'button',
    { type: 'button', class: 'dropdown', popovertarget: id, 'aria-haspopup': 'true', 'aria-label': label },
    h('span', { class: 'dropdown-text' }, text),
    icon('chevron'),
  )
  panel.addEventListener('toggle', (event) => {
    const isOpen = event.newState === 'open'
    button.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) placeBelow(panel, button, { minWidth, maxHeight })
    if (isOpen) (panel.querySelector<HTMLElement>('[type=radio]:checked') ?? panel.querySelector('input'))?.focus()
  })
  return [button, panel]
}

function placeBelow(panel: HTMLElement, button: HTMLElement, least: { minWidth: number; maxHeight: number }): void {
  const box = button.getBoundingClientRect()
  const width = Math.min(innerWidth - 16, Math.max(box.width, least.minWidth))
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8))
  const below = innerHeight - box.bottom - 12
  const height = Math.min(least.maxHeight, Math.max(below, box.top - 12))
  panel.style.width = `${width}px`
  panel.style.maxHeight = `${height}px`
  panel.style.left = `${left}px`
  panel.style.top =
    below >= Math.min(height, panel.offsetHeight)
      ? `${box.bottom + 4}px`
      : `${Math.max(8, box.top - panel.offsetHeight - 4)}px`
}
