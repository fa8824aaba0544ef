// Writes SVG as text. Every text and every attribute is escaped, so that names from data never become markup.

export type Box = { x: number; y: number; width: number; height: number }
type Attributes = Readonly<Record<string, string | number | null>>

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Leaves out control characters, which XML forbids. */
export const escape = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these characters are what is left out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign)

const written = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : escape(value)

/** `children` are SVG already. */
export function tag(name: string, attributes: Attributes, ...children: string[]): string {
  const fields = Object.entries(attributes)
    .map(([key, value]) => (value === null ? '' : ` ${key}="${written(value)}"`))
    .join('')
  return children.length === 0 ? `<${name}${fields}/>` : `<${name}${fields}>${children.join('')}</${name}>`
}

export const rect = ({ x, y, width, height }: Box, attributes: Attributes): string =>
  tag('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), ...attributes })

export type TextStyle = { size: number; color: string; bold?: boolean; anchor?: 'start' | 'middle' | 'end' }

/** A line of text. `y` is its base line. */
export const line = (text: string, x: number, y: number, { size, color, bold, anchor }: TextStyle): string =>
  tag(
    'text',
    {
      x,
      y,
      'font-family': FONT,
      'font-size': size,
      'font-weight': bold === true ? 600 : 400,
      fill: color,
      'text-anchor': anchor === 'start' ? null : (anchor ?? null),
      'xml:space': 'preserve',
    },
    escape(text),
  )

/** The only font of an export: its files are in fonts.ts. */
export const FONT = 'Inter'
