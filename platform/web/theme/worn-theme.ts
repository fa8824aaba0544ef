// The theme that this page wears: title, favicon and colours, put on without a reload, in every tab of the browser.
// Kept in plain storage, too, because it must be known before the first paint (apps/web/first-paint.js) and is public anyway:
// the sign-in page of the host shows it to everybody.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { readPlain, writePlain } from '../session/plain-storage.ts'
import { type ThemeColours, themeSheet } from './theme-tokens.ts'

export type WornTheme = ThemeColours & {
  readonly title_page?: string | null | undefined
  /** Addresses of this host. */
  readonly favicon?: string | null | undefined
  readonly logo?: string | null | undefined
  readonly background_image?: string | null | undefined
  readonly icon_report?: string | null | undefined
}

const key = 'worn-theme'
const kept = z.object({
  css: z.string(),
  title: z.string().nullable(),
  theme: z.record(z.string(), z.string().nullish()),
})

const productTitle = 'Vitrine'
let present: WornTheme = readKept()
let sheet: CSSStyleSheet | null = null
const listeners = new Set<() => void>()

/** An address below /storage/, or null: nothing else is ever loaded for a theme. */
export const imageOf = (address: string | null | undefined): string | null =>
  address && /^\/storage\/public\/[\w./-]+$/.test(address) && !address.includes('..') ? address : null

/** Puts the theme on and keeps it for the next visit. */
export function wearTheme(theme: WornTheme): void {
  const css = themeSheet(theme)
  const title = theme.title_page ?? null
  writePlain(key, JSON.stringify({ css, title, theme }))
  present = theme
  putOn(css)
  document.title = title ?? productTitle
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) wearIcon(icon, imageOf(theme.favicon))
  for (const hear of listeners) hear()
}

/** A constructed sheet: the content security policy lets no inline style in, and this is none. */
function putOn(css: string): void {
  if (sheet === null) {
    // The one that first-paint.js made, if it did.
    const [found = new CSSStyleSheet()] = document.adoptedStyleSheets
    sheet = found
    if (!document.adoptedStyleSheets.includes(sheet))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(css)
}

let productIcon: { href: string; type: string } | null = null

function wearIcon(icon: HTMLLinkElement, address: string | null): void {
  productIcon ??= { href: icon.href, type: icon.type }
  icon.type = address === null ? productIcon.type : 'image/png'
  icon.href = address ?? productIcon.href
}

/** What an earlier visit kept; of another version of the product it may not be readable, and counts as absent. */
function readKept(): WornTheme {
  try {
    return kept.parse(JSON.parse(readPlain(key) ?? '')).theme
  } catch {
    return {}
  }
}

export const wornTheme = (): WornTheme => present

/** The worn theme, for what a sheet cannot say: logo, images, the accent that a library computes with. */
export function useWornTheme(): WornTheme {
  return useSyncExternalStore((hear) => {
    listeners.add(hear)
    return () => listeners.delete(hear)
  }, wornTheme)
}
