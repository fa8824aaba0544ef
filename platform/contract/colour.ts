// The notations of a colour that people may write: the hex and rgb patterns of the specification (section 5).

export type Rgb = readonly [red: number, green: number, blue: number]

/** `#rgb`, `#rrggbb`, `rgb(r, g, b)` or `rgb(r g b)` with parts from 0 to 255; null for anything else. */
export function parseColour(text: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text)
  if (short) return toRgb(short.slice(1).map((digit) => Number.parseInt(digit + digit, 16)))
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text)
  if (long) return toRgb(long.slice(1).map((digits) => Number.parseInt(digits, 16)))
  const rgb = /^rgb\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*\)$/i.exec(text)
  return rgb ? toRgb(rgb.slice(1).map(Number)) : null
}

function toRgb(values: number[]): Rgb | null {
  const [red = 0, green = 0, blue = 0] = values
  return values.every((value) => value <= 255) ? [red, green, blue] : null
}

/** Six hexadecimal digits: `#0f766e`. */
export function toHex(rgb: Rgb): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** The colour as six hexadecimal digits; a text that is no colour unchanged, for the contract to refuse. */
export function hexOf(text: string): string {
  const rgb = parseColour(text)
  return rgb ? toHex(rgb) : text
}
