// Creates DOM elements. Text is always inserted as text, never as markup, which prevents XSS.
import { ICONS, type IconName } from './icon-paths.ts'

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

export function icon(name: IconName): SVGElement {
  const path = svg('path', { d: ICONS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6 })
  path.setAttribute('stroke-linecap', 'round')
  path.setAttribute('stroke-linejoin', 'round')
  return svg('svg', { viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, path)
}
