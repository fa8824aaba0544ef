// The theme of this page: title, favicon and colours, applied without a reload in every tab of the browser. Also kept in plain storage,
// because it is needed before the first paint (apps/web/first-paint.js). It is public: the sign-in page of the host shows it to everybody.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { readPlain, writePlain } from '../session/plain-storage.ts'
import { type ThemeColours, themeSheet } from './theme-tokens.ts'

export type ActiveTheme = ThemeColours & {
  readonly title_page?: string | null | undefined
  /** Addresses on this host. */
  readonly favicon?: string | null | undefined
  readonly logo?: string | null | undefined
  readonly background_image?: string | null | undefined
  readonly icon_report?: string | null | undefined
}

const key = 'worn-theme'
const storedTheme = z.object({
  css: z.string(),
  title: z.string().nullable(),
  theme: z.record(z.string(), z.string().nullish()),
})

const productTitle = 'Vitrine'
let present: ActiveTheme = readKept()
let sheet: CSSStyleSheet | null = null
const listeners = new Set<() => void>()

/** Returns a path below /storage/, or null for any other address, so that a theme loads no file of another site. */
export const imageOf = (address: string | null | undefined): string | null =>
  address && /^\/storage\/public\/[\w./-]+$/.test(address) && !address.includes('..') ? address : null

/** Applies the theme and stores it for the next visit. */
export function applyTheme(theme: ActiveTheme): void {
  const css = themeSheet(theme)
  const title = theme.title_page ?? null
  writePlain(key, JSON.stringify({ css, title, theme }))
  present = theme
  applySheet(css)
  document.title = title ?? productTitle
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) applyIcon(icon, imageOf(theme.favicon))
  // The first of two is that of light mode. Dark mode keeps its own colours.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.color_background ?? '#fbfaf7')
  for (const hear of listeners) hear()
}

/** A constructed sheet: the content security policy refuses inline styles, and a constructed sheet is not one. */
function applySheet(css: string): void {
  if (sheet === null) {
    // The sheet that first-paint.js created, if any.
    const [found = new CSSStyleSheet()] = document.adoptedStyleSheets
    sheet = found
    if (!document.adoptedStyleSheets.includes(sheet))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(css)
}

let productIcon: { href: string; type: string } | null = null

function applyIcon(icon: HTMLLinkElement, address: string | null): void {
  productIcon ??= { href: icon.href, type: icon.type }
  icon.type = address === null ? productIcon.type : 'image/png'
  icon.href = address ?? productIcon.href
}

/** The theme stored by an earlier visit; an unreadable one of another product version counts as absent. */
function readKept(): ActiveTheme {
  try {
    return storedTheme.parse(JSON.parse(readPlain(key) ?? '')).theme
  } catch {
    return {}
  }
}

export const activeTheme = (): ActiveTheme => present

/** The present theme, for values that a style sheet cannot carry: logo, images, the accent for chart libraries. */
export function useActiveTheme(): ActiveTheme {
  return useSyncExternalStore((hear) => {
    listeners.add(hear)
    return () => listeners.delete(hear)
  }, activeTheme)
}
