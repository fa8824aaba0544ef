// The accent of a whitelabel over the default one: each shade is computed to be readable.
import { defaultBrand } from './theme.ts'
import { parseColour } from '#platform/contract/colour.ts'
import { colourDistance, contrastRatio, mixColours, readableOn, textOn } from './contrast.ts'

const ownGrounds = { light: ['#fbfaf7'], dark: ['#191d25'] } as const

/** Tokens for an accent in a colour scheme, for the backgrounds that it appears on. An invalid colour gives the default's tokens. */
export function brandTokens(
  accent: string,
  scheme: 'light' | 'dark',
  grounds: readonly string[] = ownGrounds[scheme],
): Record<string, string> {
  const colour = parseColour(accent) ? accent : defaultBrand.accent
  const ground = grounds[0] ?? ownGrounds[scheme][0]
  const text = readableOnAll(grounds, colour)
  return {
    '--accent': colour,
    '--on-accent': textOn(colour),
    '--accent-text': text,
    '--series-beside': besideOf(text, scheme, grounds),
    '--accent-soft': softGround(ground, colour, { text, share: scheme === 'light' ? 0.12 : 0.22 }),
    '--glow': `color-mix(in srgb, ${colour} 10%, transparent)`,
  }
}

/** The second series of a chart, whose first has the accent: amber, or a blue beside an accent that looks like amber. */
const besides = { light: ['#d97706', '#3b5b78'], dark: ['#f0a43c', '#8fb3d9'] } as const
/** The least distance of two series. */
export const seriesApart = 140

function besideOf(accent: string, scheme: 'light' | 'dark', grounds: readonly string[]): string {
  const shades = besides[scheme].map((colour) =>
    grounds.reduce((shade, ground) => readableOn(ground, shade, 3), colour),
  )
  const distances = shades.map((shade) => colourDistance(accent, shade))
  const first = distances.findIndex((distance) => distance >= seriesApart)
  return shades[first < 0 ? distances.indexOf(Math.max(...distances)) : first] ?? accent
}

/** One shade for all the backgrounds; if the colour has none, black or white, whichever has more contrast on the worst background. */
function readableOnAll(grounds: readonly string[], colour: string): string {
  const worst = (shade: string) => Math.min(...grounds.map((ground) => contrastRatio(shade, ground)))
  // Slightly above the required contrast, because the same text also appears on the tinted background.
  const shades = grounds.map((ground) => readableOn(ground, colour, 5.2))
  const extremes = ['#000000', '#ffffff'].toSorted((one, other) => worst(other) - worst(one))
  return [...shades, ...extremes].find((shade) => worst(shade) >= 4.5) ?? extremes[0] ?? '#000000'
}

/** The background tinted with the colour, as far as its text stays readable. */
function softGround(ground: string, colour: string, { text, share }: { text: string; share: number }): string {
  const tints = [share, share / 2, share / 4].map((part) => mixColours(ground, colour, part))
  return tints.find((tint) => contrastRatio(text, tint) >= 4.5) ?? ground
}
