// A theme's colours as tokens of tokens.css, for light and dark. A readable colour is shown as chosen, otherwise its nearest readable
// shade: a theme never makes the portal unreadable. Background colours (background, card, font, sign-in background) apply to light; the
// dark scheme keeps its own, because a person chose it.
import { brandTokens } from './brand.ts'
import { parseColour } from '#platform/contract/colour.ts'
import { contrastRatio, looksLikeFault, mixColours, readableOn, textOn } from './contrast.ts'
import { defaultBrand } from './theme.ts'

export type Scheme = 'light' | 'dark'
export type Tokens = Record<string, string>

/** The colours of a theme by their wire names; null and absent mean the product's own colour. */
export type ThemeColours = {
  readonly [
    Name in
      | 'color_background'
      | 'color_card'
      | 'color_font'
      | 'color_button'
      | 'color_active_item'
      | 'color_group'
      | 'color_subgroup'
      | 'color_icon'
      | 'color_login_background'
      | 'color_login_button'
      | 'color_forgot_password'
  ]?: string | null | undefined
}

/** The product's own colours, used where a theme sets none. */
export const ownColours: Record<Scheme, Record<keyof ThemeColours, string>> = {
  light: {
    color_background: '#fbfaf7',
    color_card: '#ffffff',
    color_font: '#1b1f2a',
    color_button: defaultBrand.accent,
    color_active_item: defaultBrand.accent,
    color_group: '#5c6270',
    color_subgroup: '#5c6270',
    color_icon: '#5c6270',
    color_login_background: '#fbfaf7',
    color_login_button: defaultBrand.accent,
    color_forgot_password: defaultBrand.accent,
  },
  dark: {
    color_background: '#11141a',
    color_card: '#191d25',
    color_font: '#edece7',
    color_button: defaultBrand.accent,
    color_active_item: '#5cc9bc',
    color_group: '#a3a8b4',
    color_subgroup: '#a3a8b4',
    color_icon: '#a3a8b4',
    color_login_background: '#11141a',
    color_login_button: defaultBrand.accent,
    color_forgot_password: '#5cc9bc',
  },
}

/**
 * The colours of a scheme, with the product's own for absent or invalid ones. If no text colour is readable on both card and page, the
 * card is moved towards the page's colour.
 */
export function coloursOf(theme: ThemeColours, scheme: Scheme): Record<keyof ThemeColours, string> {
  const own = ownColours[scheme]
  const counts = (name: keyof ThemeColours) => scheme === 'light' || !grounds.includes(name)
  const colours = { ...own }
  for (const name of Object.keys(own) as (keyof ThemeColours)[]) {
    const chosen = theme[name]
    if (typeof chosen === 'string' && parseColour(chosen) !== null && counts(name)) colours[name] = chosen
  }
  const { color_background: page, color_card: card } = colours
  // The product's card colour fits the product's page. On a page that it does not fit, the card is a shade of that page.
  const fits = card !== own.color_card || cardBeside(page, card) === card
  return { ...colours, color_card: cardBeside(page, fits ? card : mixColours(page, textOn(page, '#000000'), 0.06)) }
}

function cardBeside(page: string, card: string): string {
  const text = textOn(page, '#000000')
  const shades = Array.from({ length: 21 }, (_, step) => (step === 0 ? card : mixColours(card, page, step / 20)))
  return shades.find((shade) => contrastRatio(text, shade) >= 4.5) ?? page
}

const grounds: readonly string[] = ['color_background', 'color_card', 'color_font', 'color_login_background']

/** Only the tokens that differ from tokens.css, so that an empty theme is the product itself. */
export function themeTokens(theme: ThemeColours, scheme: Scheme): Tokens {
  const colours = coloursOf(theme, scheme)
  const has = (...names: (keyof ThemeColours)[]) => names.some((name) => colours[name] !== ownColours[scheme][name])
  const tokens: Tokens = {
    ...(has('color_background', 'color_card', 'color_font') ? groundTokens(colours) : {}),
    ...(has('color_button', 'color_card', 'color_background') ? buttonTokens(colours, scheme) : {}),
    ...navigationTokens(theme, colours),
    ...signInTokens(theme, colours),
  }
  const accent = tokens['--accent-text']
  if (accent === undefined || !looksLikeFault(accent)) return tokens
  // The ring around a field in a red accent would say that the field is at fault.
  const ink = tokens['--ink'] ?? ownColours[scheme].color_font
  // Black or white is readable on the page and on its cards (`cardBeside`).
  return { ...tokens, '--highlight': looksLikeFault(ink) ? textOn(colours.color_background, '#000000') : ink }
}

/** The token `--accent-text` of a theme: links, and the first colour of charts. The product's links on the sign-in page have it as well. */
export const accentText = (theme: ThemeColours, scheme: Scheme): string =>
  themeTokens(theme, scheme)['--accent-text'] ?? ownColours[scheme].color_forgot_password

type Colours = Record<keyof ThemeColours, string>

/** Text must be readable on the page and on its cards; black or white always is (`cardBeside`). */
function readableOnBoth({ color_background, color_card }: Colours, colour: string): string {
  const serves = (shade: string) =>
    [color_background, color_card].every((ground) => contrastRatio(shade, ground) >= 4.5)
  const shades = [colour, readableOn(color_card, colour), readableOn(color_background, colour)]
  return shades.find(serves) ?? textOn(color_background, '#000000')
}

function groundTokens(colours: Colours): Tokens {
  const { color_background: paper, color_card: surface } = colours
  const ink = readableOnBoth(colours, colours.color_font)
  return {
    '--paper': paper,
    '--surface': surface,
    '--surface-hover': mixColours(surface, ink, 0.06),
    '--surface-sunken': mixColours(paper, ink, 0.05),
    '--ink': ink,
    '--ink-quiet': readableOnBoth(colours, mixColours(ink, surface, 0.3)),
    '--line': mixColours(surface, ink, 0.13),
    // The border of a field must be visible (WCAG 1.4.11).
    '--line-strong': readableOn(surface, mixColours(surface, ink, 0.5), 3),
  }
}

function buttonTokens({ color_button, color_background, color_card }: Colours, scheme: Scheme): Tokens {
  return brandTokens(color_button, scheme, [color_card, color_background])
}

function navigationTokens(theme: ThemeColours, colours: Colours): Tokens {
  const tokens: Tokens = {}
  if (theme.color_group) tokens['--nav-group'] = readableOn(colours.color_card, colours.color_group)
  if (theme.color_subgroup) tokens['--nav-subgroup'] = readableOn(colours.color_card, colours.color_subgroup)
  // An icon appears beside its text: graphics need 3:1.
  if (theme.color_icon) tokens['--nav-icon'] = readableOn(colours.color_card, colours.color_icon, 3)
  if (theme.color_active_item) {
    const soft = mixColours(colours.color_card, colours.color_active_item, 0.14)
    tokens['--nav-active-soft'] = soft
    tokens['--nav-active'] = readableOn(soft, colours.color_active_item)
  }
  return tokens
}

/** The sign-in page has its own background; its form is a card. */
function signInTokens(theme: ThemeColours, colours: Colours): Tokens {
  const tokens: Tokens = {}
  // The form is on the page, or on a card when the sign-in page has its own background.
  if (theme.color_forgot_password) tokens['--login-link'] = readableOnBoth(colours, colours.color_forgot_password)
  if (colours.color_login_background !== colours.color_background) {
    tokens['--login-background'] = colours.color_login_background
    tokens['--login-ink'] = textOn(colours.color_login_background)
  }
  return tokens
}

/** The tokens that tokens.css gives to colours of the menu and of the sign-in which a theme leaves out. */
const followed: { readonly [Name in keyof ThemeColours]?: string } = {
  color_active_item: '--accent-text',
  color_group: '--ink-quiet',
  color_subgroup: '--ink-quiet',
  color_icon: '--ink-quiet',
  color_login_button: '--accent',
  color_forgot_password: '--accent-text',
}

/** The colour that the light scheme shows for a field: that of the theme, else that of the field which it follows. */
export function inheritedColour(theme: ThemeColours, name: keyof ThemeColours): string {
  const colour = coloursOf(theme, 'light')[name]
  return theme[name] ? colour : (themeTokens(theme, 'light')[followed[name] ?? ''] ?? colour)
}

/** The tokens of a preview, on an element with `data-preview-scheme`: those of the page, and those that only the preview needs. */
export function previewTokens(theme: ThemeColours, scheme: Scheme): Tokens {
  const colours = coloursOf(theme, scheme)
  // The page's sign-in button has the accent unless the theme says otherwise.
  const button = theme.color_login_button ? colours.color_login_button : colours.color_button
  return {
    ...themeTokens(theme, scheme),
    '--login-button': button,
    '--on-login-button': textOn(button),
    '--login-logo-ground': scheme === 'light' ? colours.color_card : ownColours.light.color_background,
  }
}

/** Writes the light and the dark scheme as one style sheet. All values are computed colours, so no text of a theme reaches it. */
export function themeSheet(theme: ThemeColours): string {
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const tokens = Object.entries(themeTokens(theme, scheme)).map(([name, value]) => `${name}:${value}`)
      return tokens.length === 0 ? '' : `:root[data-mantine-color-scheme='${scheme}']{${tokens.join(';')}}`
    })
    .join('')
}
