// Creates DOM elements. Text is always inserted as text, never as markup, which prevents XSS.

export type Child = Node | string | null | false
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>

/**
 * Creates an element. Attributes named `on…` are event listeners; `true` sets an attribute without value; null and false set none.
 * Example: `h('button', { class: 'tab', onclick: open }, page.displayName)`.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
  element.append(...present(children))
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an SVG element. */
export function svg(tag: string, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...present(children))
  return element
}

const present = (children: Child[]): (Node | string)[] => children.filter((child) => child !== null && child !== false)

function setAttribute(element: HTMLElement, name: string, value: Attributes[string]): void {
  if (value === null || value === undefined || value === false) return
  if (typeof value === 'function') {
    element.addEventListener(name.slice(2), value as EventListener)
    return
  }
  element.setAttribute(name, value === true ? '' : String(value))
}

/** Icon outlines on a 20 × 20 grid, drawn in the current colour. */
const ICONS = {
  focus: 'M12 3h5v5M8 17H3v-5M17 3l-6 6M3 17l6-6',
  unfocus: 'M17 8h-5V3M3 12h5v5M12 8l5-5M8 12l-5 5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  close: 'M5 5l10 10M15 5L5 15',
  chevron: 'M6 8l4 4 4-4',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L17 17',
  lock: 'M6 9V7a4 4 0 0 1 8 0v2M5 9h10v8H5z',
  erase: 'M4 13l7-8 5 5-6 7H7z M9 17h8',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.5h.01',
  empty: 'M3 16V9M8 16V5M13 16v-5M18 16H2',
} as const

export function icon(name: keyof typeof ICONS): SVGElement {
  const path = svg('path', { d: ICONS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6 })
  path.setAttribute('stroke-linecap', 'round')
  path.setAttribute('stroke-linejoin', 'round')
  return svg('svg', { viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, path)
}
