// Parses XML of strangers. Nothing that an identity provider needs is lost: document types, comments, CDATA and processing instructions
// are refused before the parser sees them, which closes entity expansion and the attacks that cut a name at a comment (S5, S6).
import { DOMParser, type Element, type Node } from '@xmldom/xmldom'

/** Why a message is refused. For the audit trail and the tests, never for the sender. */
export class SamlFault extends Error {
  override readonly name = 'SamlFault'
}

export function refuse(reason: string): never {
  throw new SamlFault(reason)
}

/** The maximum length in characters: four times that of a response of a large identity provider. */
export const longestXml = 256 * 1024
const deepest = 40
const maxTags = 5_000

/** Costs one pass over the text, whatever it holds: a parser may need seconds for open tags that nothing closes. */
function mustBeHarmless(text: string): void {
  if (text.length > longestXml) refuse('too large')
  let depth = 0
  let tags = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1]
    if (next === '!') refuse('document type, comment or CDATA')
    if (next === '?' && !(at === 0 && /^<\?xml\s[^<>]*\?>/.test(text))) refuse('processing instruction')
    if (next === '?') continue
    const end = text.indexOf('>', at)
    if (end === -1) refuse('tag without an end')
    if (next === '/') depth--
    else if (text[end - 1] !== '/') depth++
    if (depth < 0 || depth > deepest || ++tags > maxTags) refuse('too deep, or too many tags')
  }
  if (depth !== 0) refuse('open tags')
}

/** The root element. Fails for whatever is not well-formed. */
export function parseXml(text: string): Element {
  const trimmed = text.trim()
  mustBeHarmless(trimmed)
  try {
    const onError = (_level: string, message: string) => refuse(message.slice(0, 120))
    const { documentElement } = new DOMParser({ onError }).parseFromString(trimmed, 'text/xml')
    return documentElement ?? refuse('no element')
  } catch (error) {
    if (error instanceof SamlFault) throw error
    return refuse('not well-formed')
  }
}

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

const isElement = (node: Node): node is Element => node.nodeType === 1

export const childrenOf = (parent: Element): Element[] => [...parent.childNodes].filter(isElement)

export const childrenNamed = (parent: Element, namespace: string, name: string): Element[] =>
  childrenOf(parent).filter((child) => child.namespaceURI === namespace && child.localName === name)

/** The only child of this name, or null without one. Fails for several. */
export function childNamed(parent: Element, namespace: string, name: string): Element | null {
  const [first = null, second] = childrenNamed(parent, namespace, name)
  return second ? refuse(`several ${name}`) : first
}

export const requiredChild = (parent: Element, namespace: string, name: string): Element =>
  childNamed(parent, namespace, name) ?? refuse(`no ${name}`)

/** The element and all below it. */
export const allBelow = (root: Element): Element[] => [root, ...childrenOf(root).flatMap(allBelow)]

/** The text of an element that holds nothing but text, without the blanks around it. */
export function textOf(element: Element): string {
  const nodes = [...element.childNodes]
  if (nodes.some(({ nodeType }) => nodeType !== 3)) refuse(`${element.localName} holds more than text`)
  return nodes
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim()
}

/** A text for an attribute or the content of an element. */
export const escapeXml = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
