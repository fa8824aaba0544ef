// HTML that a person wrote or imported: judged (what is refused, with its name), then cleaned by an allow-list (U3). It stores nothing.
// Next: platform/contract/html.ts (the allow-list), pictures.ts (the pictures of a text).
import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { htmlAttributes, htmlElements, htmlLink, htmlPicture, htmlStyles } from '#platform/contract/html.ts'

export type HtmlRule = 'script' | 'external_css' | 'page_style' | 'image' | 'element'

/** The refused elements and attributes, by the rule that they break: `{ script: ['<script>', 'onclick'] }`. */
export type HtmlFaults = Partial<Record<HtmlRule, string[]>>

const elements = new Set<string>(htmlElements)
/** Left out without a word: they have no effect, and their content stays. */
const harmless = new Set([
  'html',
  'head',
  'body',
  'meta',
  'title',
  'font',
  'center',
  'small',
  'big',
  'sub',
  'sup',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'nav',
  'aside',
  'figure',
  'figcaption',
  'label',
  'tfoot',
  'caption',
  'colgroup',
  'col',
  'h5',
  'h6',
  'del',
  'ins',
  'mark',
  'abbr',
  'address',
  'dl',
  'dt',
  'dd',
  'tt',
  'strike',
  'o:p',
  'wbr',
])
const page = new Set(['html', 'head', 'body'])
const maxNamed = 5

/** Names what is refused. Cleaning does not depend on it: what it overlooks is removed. */
export function htmlFaultsOf(html: string): HtmlFaults {
  const found = new Map<HtmlRule, Set<string>>()
  const note = (rule: HtmlRule, what: string) => {
    const names = found.get(rule) ?? new Set()
    if (names.size < maxNamed) names.add(what.slice(0, 60))
    found.set(rule, names)
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'script') note('script', '<script>')
      else if (name === 'style' || name === 'link') note('external_css', `<${name}>`)
      else if (!elements.has(name) && !harmless.has(name)) note('element', `<${name}>`)
      else if (name === 'meta' && attributes['http-equiv'] !== undefined) note('element', '<meta http-equiv>')
      for (const [attribute, value] of Object.entries(attributes)) checkAttribute(name, attribute, value, note)
    },
  })
  parser.end(html)
  return Object.fromEntries([...found].map(([rule, names]) => [rule, [...names]]))
}

function checkAttribute(
  element: string,
  attribute: string,
  value: string,
  note: (rule: HtmlRule, what: string) => void,
) {
  // Browsers ignore control characters and blanks inside a scheme.
  const address = value.replace(/[\u0000-\u0020\u00A0\u200B-\u200F\u2028\u2029\uFEFF]/g, '').toLowerCase() // oxlint-disable-line no-control-regex -- exactly these are meant
  if (attribute.startsWith('on') || attribute === 'srcdoc') note('script', attribute)
  else if (attribute === 'style' && page.has(element)) note('page_style', `<${element} style>`)
  else if (attribute === 'style' && /url\(|expression|@import|-moz-binding|behavior/i.test(value))
    note('external_css', value)
  else if (element === 'img' && attribute === 'src' && !htmlPicture.test(value)) note('image', nameOfImage(value))
  else if (/^(?:javascript|vbscript|data|livescript|mocha):/.test(address) && element !== 'img') note('script', value)
}

/** The kind of an embedded picture, or the address of an external one. */
const nameOfImage = (source: string) => /^data:([\w/+.-]{1,40})/i.exec(source.trim())?.[1] ?? source

const maxRounds = 5

/**
 * Keeps the allow-list and nothing else. Left-out elements can leave others nested wrongly, which a browser would nest in another way: the
 * result is cleaned until cleaning changes nothing.
 */
export function cleanHtml(html: string): string {
  let cleaned = cleanedOnce(html)
  for (let round = 0; round < maxRounds; round++) {
    const again = cleanedOnce(cleaned)
    if (again === cleaned) break
    cleaned = again
  }
  return cleaned
}

function cleanedOnce(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...htmlElements],
    allowedAttributes: {
      '*': ['style'],
      ...Object.fromEntries(Object.entries(htmlAttributes).map(([name, names]) => [name, [...names]])),
    },
    allowedStyles: {
      '*': Object.fromEntries(Object.entries(htmlStyles).map(([name, values]) => [name, [...values]])),
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'title',
      'svg',
      'math',
      'template',
      'xmp',
      'iframe',
      'noembed',
      'noframes',
      'plaintext',
      'object',
      'head',
      'select',
    ],
    enforceHtmlBoundary: false,
    nestingLimit: 30,
    transformTags: { a: link, img: picture },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  }).trim()
}

/** A link to another site opens a new tab, which cannot reach this one. */
function link(_: string, { href = '', title, style }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const allowedAttributes = { ...(title !== undefined && { title }), ...(style !== undefined && { style }) }
  if (!htmlLink.test(href)) return { tagName: 'a', attribs: allowedAttributes }
  const away = href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' }
  return { tagName: 'a', attribs: { href, ...allowedAttributes, ...away } }
}

/** Allows only uploaded pictures, and removes the signature from their URL. */
function picture(_: string, { src = '', alt = '', width, height, style }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const [, path] = htmlPicture.exec(src) ?? []
  if (path === undefined) return { tagName: 'img', attribs: {} }
  const number = (value: string | undefined) => value !== undefined && /^\d{1,4}$/.test(value)
  return {
    tagName: 'img',
    attribs: {
      src: `/storage/${path}`,
      alt,
      ...(width !== undefined && number(width) && { width }),
      ...(height !== undefined && number(height) && { height }),
      ...(style !== undefined && { style }),
    },
  }
}

/** The text without markup, a line for each block: for searches and for the text part of mails. */
export function textOf(html: string): string {
  const parts: string[] = []
  const parser = new Parser(
    {
      onopentagname: (name) => void (name === 'li' && parts.push('• ')),
      ontext: (text) => void parts.push(text.replace(/\s+/g, ' ')),
      onopentag: (name, { alt }) => {
        if (name === 'br') parts.push('\n')
        if (name === 'img' && alt) parts.push(`[${alt}]`)
      },
      onclosetag: (name) => {
        if (/^(?:p|div|h[1-4]|li|tr|blockquote|pre|ul|ol|table)$/.test(name)) parts.push('\n')
        if (name === 'td' || name === 'th') parts.push(' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parts
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
