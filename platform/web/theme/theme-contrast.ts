// The contrast of a theme's colour where it appears (WCAG 2.2, 1.4.3 and 1.4.11), and the nearest readable shade.
import { contrastRatio, mixColours, readableOn } from './contrast.ts'
import { coloursOf, type ThemeColours, themeTokens } from './theme-tokens.ts'

export type ContrastCheck = {
  /** Contrast from 1 to 21, on the worst of its backgrounds. */
  ratio: number
  /** The required contrast: 4.5 for text, 3 for graphics. */
  min: number
  /** The nearest readable shade; null when the colour is readable. */
  better: string | null
}

const minRatios: { readonly [Name in keyof ThemeColours]?: number } = {
  color_font: 4.5,
  color_button: 4.5,
  color_active_item: 4.5,
  color_group: 4.5,
  color_subgroup: 4.5,
  color_icon: 3,
  color_forgot_password: 4.5,
}

/**
 * Checks the contrast of one colour of a theme; null for a background, because only text is checked. Buttons need the contrast of links.
 */
export function checkContrast(theme: ThemeColours, name: keyof ThemeColours): ContrastCheck | null {
  const minRatio = minRatios[name]
  if (minRatio === undefined) return null
  const colours = coloursOf(theme, 'light')
  const colour = colours[name]
  const { color_card, color_background } = colours
  const onBoth = name === 'color_font' || name === 'color_button' || name === 'color_forgot_password'
  const activeItemGround = mixColours(color_card, colour, 0.14)
  const grounds =
    name === 'color_active_item' ? [activeItemGround] : onBoth ? [color_card, color_background] : [color_card]
  const ratio = Math.min(...grounds.map((ground) => contrastRatio(colour, ground)))
  return {
    ratio,
    min: minRatio,
    better: ratio >= minRatio ? null : displayedColour(theme, name, readableOn(color_card, colour, minRatio)),
  }
}

const tokens: { readonly [Name in keyof ThemeColours]?: string } = {
  color_font: '--ink',
  color_button: '--accent-text',
  color_active_item: '--nav-active',
  color_group: '--nav-group',
  color_subgroup: '--nav-subgroup',
  color_icon: '--nav-icon',
  color_forgot_password: '--login-link',
}

/** The shade that the portal shows instead. */
const displayedColour = (theme: ThemeColours, name: keyof ThemeColours, otherwise: string): string =>
  themeTokens(theme, 'light')[tokens[name] ?? ''] ?? otherwise
