// A button with a popover menu: arrow keys move, Enter selects, Escape closes and returns the focus.
import { h, icon } from './element.ts'

export type MenuItem = { label: string; choose: () => void; isChecked?: boolean } | { heading: string }

let menuCount = 0

/** `label` is the accessible name, `hint` the tooltip. `items` is called at each opening, so that the menu matches the visual's current state. */
export function menuButton({ label, hint }: { label: string; hint: string }, items: () => MenuItem[]): HTMLElement[] {
  const id = `menu-${(menuCount += 1)}`
  const menu = h('div', { class: 'popover menu', id, popover: 'auto', role: 'menu', 'aria-label': label })
  const button = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': label,
      title: hint,
      'aria-haspopup': 'menu',
      popovertarget: id,
    },
    icon('more'),
  )
  menu.addEventListener('beforetoggle', (event) => {
    const isOpening = event.newState === 'open'
    button.setAttribute('aria-expanded', String(isOpening))
    if (isOpening) menu.replaceChildren(...items().map((item) => itemElement(item, menu)))
  })
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'open') return
    const box = button.getBoundingClientRect()
    menu.style.left = `${Math.max(8, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`
    menu.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`
    menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  })
  menu.addEventListener('keydown', (event) => walk(event, menu))
  return [button, menu]
}

function itemElement(item: MenuItem, menu: HTMLElement): HTMLElement {
  if ('heading' in item) return h('div', { class: 'menu-heading', role: 'presentation' }, item.heading)
  const role = item.isChecked === undefined ? 'menuitem' : 'menuitemradio'
  const choose = () => {
    menu.hidePopover()
    item.choose()
  }
  return h(
    'button',
    {
      type: 'button',
      class: 'menu-item',
      role,
      'aria-checked': item.isChecked === undefined ? null : String(item.isChecked),
      onclick: choose,
    },
    item.label,
  )
}

function walk(event: KeyboardEvent, menu: HTMLElement): void {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (next === undefined) return
  items[(next + items.length) % items.length]?.focus()
  event.preventDefault()
}
