// Shows HTML that people wrote. The server stores only cleaned HTML; nevertheless the elements of a page are built anew here, from the same
// allow-list, so that stored text never becomes a script.
import { createElement, type CSSProperties, type ReactNode, useMemo } from 'react'
import { htmlAttributes, htmlElements, htmlLink, htmlPicture, htmlStyles } from '#platform/contract/html.ts'
import classes from './rich-text.module.css'

const known = new Set<string>(htmlElements)
const empty = new Set(['br', 'hr', 'img'])

export function RichText({ html, lang }: { html: string; lang?: string }) {
  const content = useMemo(() => built(html), [html])
  return (
    <div className={classes.text} lang={lang}>
      {content}
    </div>
  )
}

/** A parsed document runs no script and loads nothing. */
const built = (html: string): ReactNode[] => nodesOf(new DOMParser().parseFromString(html, 'text/html').body)

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    return node instanceof HTMLElement ? elementOf(node, index) : null
  })
}

function elementOf(element: HTMLElement, key: number): ReactNode {
  const name = element.localName
  if (!known.has(name)) return null
  const attributes = attributesOf(element, name)
  if (attributes === null) return null
  const props = { key, ...attributes, style: styleOf(element) }
  return empty.has(name) ? createElement(name, props) : createElement(name, props, ...nodesOf(element))
}

const reactNames: Record<string, string> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** Reads the allowed attributes of an element; null when its address is not allowed, and the element is not rendered. */
function attributesOf(element: HTMLElement, name: string): Record<string, string> | null {
  const presentAttributes = (htmlAttributes[name] ?? []).flatMap((attribute) => {
    const value = element.getAttribute(attribute)
    return value === null ? [] : [[reactNames[attribute] ?? attribute, value] as const]
  })
  const attributes = Object.fromEntries(presentAttributes)
  if (name === 'img') return htmlPicture.test(attributes['src'] ?? '') ? { loading: 'lazy', ...attributes } : null
  if (name !== 'a') return attributes
  const { href = '', ...rest } = attributes
  return htmlLink.test(href) ? { href, ...rest, ...(href.startsWith('/') ? {} : { rel: 'noopener noreferrer' }) } : {}
}

function styleOf(element: HTMLElement): CSSProperties {
  const allowed = [...element.style].flatMap((name) => {
    const value = element.style.getPropertyValue(name)
    return htmlStyles[name]?.some((form) => form.test(value)) ? [[camelCase(name), value] as const] : []
  })
  return Object.fromEntries(allowed)
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
