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

/** Distance of two colours in RGB space, from 0 to 442. */
export function distance(one: string, other: string): number {
  const [from, to]: [Rgb, Rgb] = [parseColor(one) ?? [0, 0, 0], parseColor(other) ?? [0, 0, 0]]
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2])
}

/** Relative luminance from 0 (black) to 1 (white). */
export function luminance(color: string): number {
  const [red, green, blue] = (parseColor(color) ?? [0, 0, 0]).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
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
