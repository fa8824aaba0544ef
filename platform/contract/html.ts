// The HTML that people may write: the only list of allowed elements, attributes and styles. platform/server/html refuses and removes the
// rest before it is stored; platform/web/ui/rich-text.tsx builds nothing else on a page.

export const htmlElements = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'a',
  'img',
  'span',
  'div',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const

/** The allowed attributes of each element, in addition to `style`, which every element may have. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}

const size = /^(?:auto|0|-?\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|pt|%))$/
const sizes = /^(?:(?:auto|0|\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|pt|%)) ?){1,4}$/
const colour = /^(?:#[\da-f]{3,8}|rgba?\([\d ,.%/]{5,40}\)|[a-z]{3,20})$/i
const border = /^(?:\d{1,2}(?:\.\d)?px|solid|dashed|dotted|none|#[\da-f]{3,8}|rgba?\([\d ,.%]{5,40}\)|[a-z]{3,20}| )+$/i

/** The allowed values of each CSS property. No value can contain a URL, so no style loads a file. */
export const htmlStyles: Readonly<Record<string, readonly RegExp[]>> = {
  color: [colour],
  'background-color': [colour],
  'font-size': [size, /^(?:small|medium|large|x-large|smaller|larger)$/],
  'font-weight': [/^(?:normal|bold|[1-9]00)$/],
  'font-style': [/^(?:normal|italic)$/],
  'text-align': [/^(?:left|right|center|justify)$/],
  'text-decoration': [/^(?:none|underline|line-through)$/],
  'line-height': [/^\d(?:\.\d{1,2})?$/, size],
  'vertical-align': [/^(?:top|middle|bottom|baseline)$/],
  margin: [sizes],
  'margin-left': [size],
  'margin-top': [size],
  'margin-bottom': [size],
  padding: [sizes],
  border: [border],
  'border-collapse': [/^(?:collapse|separate)$/],
  width: [size],
  'max-width': [size],
}

/** Addresses of links: other pages, mails, telephones, and pages of the portal. */
export const htmlLink = /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d() -]+|\/(?![/\\])[^\s]*)$/i

/** The address of an uploaded picture. The signature is added with each answer. */
export const htmlPicture = /^\/storage\/(private\/[\da-f-]{36}\/[\w-]{22}\.webp)(?:\?[\w=&.;-]*)?$/

/** HTML without the signatures of its pictures: its length as it is stored. */
export const withoutSignatures = (html: string): string =>
  html.replace(/(\/storage\/private\/[\da-f-]{36}\/[\w-]{22}\.webp)\?[\w=&.;-]*(?=")/g, '$1')
