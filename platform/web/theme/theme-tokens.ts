// A theme's colours as tokens of tokens.css, for light and for dark. Each is shown as it was chosen where it can be read, else as
// the nearest shade that can: a theme never makes the portal unreadable.
// Grounds (background, card, font, sign-in ground) are for light; the dark scheme keeps its own, because a person chose it.
import { brandTokens } from './brand.ts'
import { contrastRatio, mixColours, parseColour, readableOn, textOn } from './contrast.ts'
import { defaultBrand } from './theme.ts'

export type Scheme = 'light' | 'dark'
export type Tokens = Record<string, string>

/** By the names of the wire; null and absent: the product's own. */
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
  ]?: string | null | undefined
}

/** The product's own colours: what stands where a theme says nothing. */
export const ownColours: Record<Scheme, Record<keyof ThemeColours, string>> = {
  light: {
    color_background: '#fbfaf7', color_card: '#ffffff', color_font: '#1b1f2a', color_button: defaultBrand.accent,
    color_active_item: defaultBrand.accent, color_group: '#5c6270', color_subgroup: '#5c6270', color_icon: '#5c6270',
    color_login_background: '#fbfaf7', color_login_button: defaultBrand.accent,
  },
  dark: {
    color_background: '#11141a', color_card: '#191d25', color_font: '#edece7', color_button: defaultBrand.accent,
    color_active_item: '#5cc9bc', color_group: '#a3a8b4', color_subgroup: '#a3a8b4', color_icon: '#a3a8b4',
    color_login_background: '#11141a', color_login_button: defaultBrand.accent,
  },
} // prettier-ignore

/**
 * The colours of a scheme with the product's own where the theme says nothing, or nothing that is a colour. A card that no text
 * could be read on together with the page comes nearer to the page.
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
  // The product's own card belongs to its own page: on one that it does not fit, a card is a shade of that page.
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
  return {
    ...(has('color_background', 'color_card', 'color_font') ? groundTokens(colours) : {}),
    ...(has('color_button', 'color_card', 'color_background') ? buttonTokens(colours, scheme) : {}),
    ...navigationTokens(theme, colours),
    ...signInTokens(colours),
  }
}

type Colours = Record<keyof ThemeColours, string>

/** Text must be read on the page and on its cards alike; black or white always is (`cardBeside`). */
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
    // The edge of a field must be seen (WCAG 1.4.11).
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
  // An icon stands beside its word: 3:1 is asked of signs.
  if (theme.color_icon) tokens['--nav-icon'] = readableOn(colours.color_card, colours.color_icon, 3)
  if (theme.color_active_item) {
    const soft = mixColours(colours.color_card, colours.color_active_item, 0.14)
    tokens['--nav-active-soft'] = soft
    tokens['--nav-active'] = readableOn(soft, colours.color_active_item)
  }
  return tokens
}

/** The sign-in page stands on its own ground; its form on a card. */
function signInTokens(colours: Colours): Tokens {
  const tokens: Tokens = {}
  if (colours.color_login_background !== colours.color_background) {
    tokens['--login-background'] = colours.color_login_background
    tokens['--login-ink'] = textOn(colours.color_login_background)
  }
  return tokens
}

/** Every token that a theme can change, for a picture of the portal that does not stand on the page's own. */
export function allTokens(theme: ThemeColours, scheme: Scheme): Tokens {
  const colours = coloursOf(theme, scheme)
  const said = { ...ownColours[scheme], ...definedOf(theme) }
  return {
    ...groundTokens(colours),
    ...buttonTokens(colours, scheme),
    ...navigationTokens(said, colours),
    '--login-background': colours.color_login_background,
    '--login-ink': textOn(colours.color_login_background),
    '--login-button': colours.color_login_button,
    '--on-login-button': textOn(colours.color_login_button),
    '--login-logo-ground': scheme === 'light' ? colours.color_card : ownColours.light.color_background,
    '--logo-ground': scheme === 'light' ? 'transparent' : ownColours.light.color_background,
  }
}

const definedOf = (theme: ThemeColours) =>
  Object.fromEntries(Object.entries(theme).filter(([, value]) => Boolean(value)))

/** Both schemes as one sheet. Values are colours we computed: nothing of a theme's text gets in. */
export function themeSheet(theme: ThemeColours): string {
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const tokens = Object.entries(themeTokens(theme, scheme)).map(([name, value]) => `${name}:${value}`)
      return tokens.length === 0 ? '' : `:root[data-mantine-color-scheme='${scheme}']{${tokens.join(';')}}`
    })
    .join('')
}
