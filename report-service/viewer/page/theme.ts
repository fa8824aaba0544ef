// Colours of the viewer: the report's theme, overridden by the host's `applyTheme`, with the palette of the host's brand where the report
// has no colours of its own. A dark theme is derived from the
// background's luminance, not by inverting colours. Pure except `paintTheme`.
import type { ReportTheme } from '../../report/definition.ts'
import { isRecord } from '../protocol/envelope.ts'
import { contrast, luminance, mix, parseColor, readable } from './colors.ts'
import { seriesOf } from './series-colors.ts'

export type ViewerTheme = {
  isDark: boolean
  page: string
  card: string
  ink: string
  muted: string
  line: string
  accent: string
  onAccent: string
  /** Text of a goal that is met, and of one that is missed or of a negative number. */
  good: string
  warn: string
  dataColors: string[]
  fontFamily: string
}

const FALLBACK_FONTS = "'Inter Variable', 'Segoe UI', system-ui, sans-serif"

/**
 * A theme in which every colour is known. `isOwnPalette`: the data colours were chosen for the report. Otherwise they are the brand, from
 * which the colours of the series are made for the grounds of the theme.
 */
export type FullTheme = ReportTheme & { accent: string; isOwnPalette: boolean }

/** Lightens dark surfaces. On the portal's dark background, cards and lines get the portal's own colours (platform/web/theme). */
const DARK_LIGHT = '#b0c8ff'

/** Used without a brand of the host. */
const DEFAULT_BRAND = '#0f766e'

/**
 * Overrides the report's theme with the host's `{ themeJson }`. Invalid colours are ignored. `themeJson.brand` is an extension of this
 * viewer: it is weaker than the report's own colours, and the others are stronger.
 */
export function overlayTheme(own: ReportTheme, host: unknown): FullTheme {
  const json = isRecord(host) && isRecord(host['themeJson']) ? host['themeJson'] : {}
  const color = (name: string) => (typeof json[name] === 'string' && parseColor(json[name]) ? json[name] : null)
  const colors = Array.isArray(json['dataColors'])
    ? json['dataColors'].filter((entry) => typeof entry === 'string')
    : []
  const dataColors = colors.filter((entry) => parseColor(entry) !== null)
  const brand = color('brand') ?? DEFAULT_BRAND
  const ownColors = own.dataColors.length > 0 ? own.dataColors : [brand]
  return {
    dataColors: dataColors.length > 0 ? dataColors : ownColors,
    isOwnPalette: dataColors.length > 0 || own.dataColors.length > 0,
    foreground: color('foreground') ?? own.foreground,
    background: color('background') ?? own.background,
    accent: color('tableAccent') ?? color('accent') ?? own.accent ?? brand,
    fontFamily: typeof json['fontFamily'] === 'string' ? json['fontFamily'] : own.fontFamily,
  }
}

/**
 * Derives all shades from the few colours of a theme. Text keeps a contrast of 4.5:1; data colours that were chosen
 * for the report keep 1.9:1 on a light and 3:1 on a dark background. Those of a brand keep 3:1 and 5:1 on card and page, so that a thin line
 * is as clear as in the charts of the portal. Whether a goal is met never depends on the brand: a red one would say that it is missed.
 */
export function deriveTheme(theme: FullTheme): ViewerTheme {
  const { dataColors, foreground, background, accent, fontFamily } = theme
  const page = parseColor(background) ? background : '#ffffff'
  const isDark = luminance(page) < 0.25
  const far = isDark ? '#ffffff' : '#000000'
  const card = isDark ? mix(page, DARK_LIGHT, 0.05) : mix(page, '#ffffff', 0.75)
  // White cards on a white page would have no visible edges.
  const ground = !isDark && contrast(page, card) < 1.02 ? mix(page, '#1b1f2a', 0.035) : page
  const ink = contrast(foreground, card) >= 7 ? foreground : isDark ? '#ecebe8' : '#1b1f2a'
  const muted = readable(mix(ink, card, 0.42), card, ink, 4.6)
  const tint = readable(accent, card, far, 3.2)
  return {
    isDark,
    page: ground,
    card,
    ink,
    muted,
    line: isDark ? mix(card, DARK_LIGHT, 0.11) : mix(card, ink, 0.11),
    accent: tint,
    onAccent: textOn(tint),
    good: readable(isDark ? '#5fd08c' : '#1a7f42', card, ink, 4.6),
    warn: readable(isDark ? '#f0a54a' : '#b45309', card, ink, 4.6),
    dataColors: theme.isOwnPalette
      ? dataColors.map((color) => readable(color, card, far, isDark ? 3 : 1.9))
      : seriesOf(dataColors[0] ?? DEFAULT_BRAND, { card, page: ground, far, ratio: isDark ? 5 : 3 }),
    fontFamily: fontFamily === '' ? FALLBACK_FONTS : `${quoteFont(fontFamily)}, ${FALLBACK_FONTS}`,
  }
}

/** Text colour on a coloured background. If white has too little contrast, black has enough: their contrasts multiply to 21. */
function textOn(color: string): string {
  return ['#ffffff', '#11141b'].find((text) => contrast(text, color) >= 4.5) ?? '#000000'
}

function quoteFont(family: string): string {
  return /^[\w\s,'"-]+$/.test(family)
    ? family.includes(',') || /['"]/.test(family)
      ? family
      : `'${family}'`
    : 'system-ui'
}

/** Writes the theme to CSS custom properties. The style sheet takes all colours from them. */
export function paintTheme(root: HTMLElement, theme: ViewerTheme): void {
  const { page, card, ink, muted, line, accent, onAccent, good, warn, fontFamily } = theme
  root.dataset['scheme'] = theme.isDark ? 'dark' : 'light'
  const properties = { page, card, ink, muted, line, accent, 'on-accent': onAccent, good, warn, font: fontFamily }
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(`--${name}`, value)
  theme.dataColors.forEach((color, index) => root.style.setProperty(`--data-${index + 1}`, color))
}
