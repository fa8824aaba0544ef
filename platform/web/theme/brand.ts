// A whitelabel's accent over the default one: tokens on <html>, each shade computed so that it can be read.
import { defaultBrand } from './theme.ts'
import { mixColours, parseColour, readableOn, textOn } from './contrast.ts'

const grounds = { light: '#fbfaf7', dark: '#191d25' } as const

/** Tokens for an accent in a scheme. A colour that cannot be read as one gives the default's. */
export function brandTokens(accent: string, scheme: 'light' | 'dark'): Record<string, string> {
  const colour = parseColour(accent) ? accent : defaultBrand.accent
  const ground = grounds[scheme]
  return {
    '--accent': colour,
    '--on-accent': textOn(colour),
    '--accent-text': readableOn(ground, colour),
    '--accent-soft': mixColours(ground, colour, scheme === 'light' ? 0.12 : 0.22),
    '--glow': `color-mix(in srgb, ${colour} 10%, transparent)`,
  }
}

/** Writes tokens through the style object, which needs no permission of the content security policy. */
export function wearBrand(accent: string | null, scheme: 'light' | 'dark'): void {
  const { style } = document.documentElement
  for (const [token, value] of Object.entries(brandTokens(accent ?? '', scheme))) {
    if (accent === null) style.removeProperty(token)
    else style.setProperty(token, value)
  }
}
