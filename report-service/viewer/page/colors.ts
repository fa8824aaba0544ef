// Colour functions of WCAG 2.2: luminance, contrast, mixing. Pure. Colours are `#rrggbb`.

type Rgb = [number, number, number]

/** Parses `#rgb` or `#rrggbb`; null for anything else. */
export function parseColor(text: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (hex === undefined) return null
  const full = hex.length === 3 ? hex.replace(/./g, (digit) => digit + digit) : hex
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

export function mix(from: string, to: string, share: number): string {
  const [one, other] = [parseColor(from) ?? [0, 0, 0], parseColor(to) ?? [0, 0, 0]]
  const channel = (at: 0 | 1 | 2) => Math.round((one[at] ?? 0) * (1 - share) + (other[at] ?? 0) * share)
  return `#${([0, 1, 2] as const).map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
}

type Lab = [lightness: number, a: number, b: number]

/** A colour in OKLab, a space in which equal distances look equally far apart. */
function toLab(color: string): Lab {
  const [red = 0, green = 0, blue = 0] = (parseColor(color) ?? [0, 0, 0]).map((value) => linear(value / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Perceived difference of two colours: 0 for the same, 2 is hardly visible, 100 for black and white. */
export function difference(one: string, other: string): number {
  const [from, to] = [toLab(one), toLab(other)]
  return 100 * Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2])
}

/** A clear colour of a hue (degrees) in OKLab. What the screen cannot show is cut off. */
export function ofHue(degrees: number, lightness: number, chroma = 0.14): string {
  const [a, b] = [chroma * Math.cos((degrees * Math.PI) / 180), chroma * Math.sin((degrees * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${parts.map((part) => toByte(part).toString(16).padStart(2, '0')).join('')}`
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
function toByte(part: number): number {
  const share = Math.min(1, Math.max(0, part))
  return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
}

/** Relative luminance from 0 (black) to 1 (white). */
export function luminance(color: string): number {
  const [red, green, blue] = (parseColor(color) ?? [0, 0, 0]).map((value) => linear(value / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Contrast ratio from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Mixes a colour towards `target` until its contrast with `ground` is at least `ratio`. */
export function readable(color: string, ground: string, target: string, ratio: number): string {
  for (let share = 0; share < 1; share += 0.1) {
    const candidate = mix(color, target, share)
    if (contrast(candidate, ground) >= ratio) return candidate
  }
  return target
}
