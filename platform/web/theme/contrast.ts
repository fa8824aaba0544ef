// Colours as numbers: contrast of text on a brand's colour (WCAG 2.2, relative luminance).
import { parseColour, type Rgb, toHex } from '#platform/contract/colour.ts'

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours, from 1 (equal) to 21 (black on white). An unreadable colour counts as black. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(parseColour(one) ?? [0, 0, 0]), luminance(parseColour(other) ?? [0, 0, 0])]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Ink or white, whichever has more contrast on this colour; black when neither is readable. */
export function textOn(colour: string, ink = '#1b1f2a'): string {
  const [white, dark] = [contrastRatio(colour, '#ffffff'), contrastRatio(colour, ink)]
  if (Math.max(white, dark) < 4.5) return '#000000'
  return white >= dark ? '#ffffff' : ink
}

/** `share` 0 gives the first colour, 1 the second. */
export function mixColours(one: string, other: string, share: number): string {
  const [a, b] = [parseColour(one) ?? [0, 0, 0], parseColour(other) ?? [0, 0, 0]]
  const blend = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share
  return toHex([blend(0), blend(1), blend(2)])
}

/**
 * The nearest readable shade of a colour on `ground`: a brand's yellow becomes a dark gold on white. 4.5 applies to text (WCAG 1.4.3), 3
 * to large text and graphics.
 */
export function readableOn(ground: string, colour: string, min = 4.5): string {
  const end = textOn(ground, '#000000')
  for (let share = 0; share < 1; share += 0.04) {
    const shade = mixColours(colour, end, share)
    if (contrastRatio(shade, ground) >= min) return shade
  }
  return end
}

/** How far apart two colours look, from 0 to about 765: a distance in RGB with weights that follow the eye. */
export function colourDistance(one: string, other: string): number {
  const [a, b] = [parseColour(one) ?? [0, 0, 0], parseColour(other) ?? [0, 0, 0]]
  const red = (a[0] + b[0]) / 2
  return Math.sqrt(
    (2 + red / 256) * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + (2 + (255 - red) / 256) * (a[2] - b[2]) ** 2,
  )
}

/** Whether people may take the colour for that of a fault: a red. */
export function looksLikeFault(colour: string): boolean {
  const [red, green, blue] = parseColour(colour) ?? [0, 0, 0]
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  // The hue is within about 25 degrees of red, and the colour is no grey.
  return red === most && most - least > 0.3 * most && Math.abs(green - blue) < 0.42 * (most - least)
}
