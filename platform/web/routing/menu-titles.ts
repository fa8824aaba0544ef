// What the menu calls each screen, for who speaks of screens elsewhere: one source, so that a new screen is called alike everywhere.
import type { ParseKeys } from 'i18next'
import { createContext } from 'react'
import type { Screen } from '#catalogue/screens.ts'
import type { ScreenEntry } from './screen-entry.ts'

export type MenuTitles = ReadonlyMap<Screen, readonly ParseKeys[]>

export const MenuTitlesContext = createContext<MenuTitles>(new Map())

/**
 * Titles of the screens that stand in a menu of partners or business units, in its order; several where the specification's one
 * screen stands at several places.
 */
export function menuTitles(entries: readonly ScreenEntry[]): MenuTitles {
  const titles = new Map<Screen, ParseKeys[]>()
  for (const { screen, menu } of entries) {
    if (menu === null || menu.section === 'platform') continue
    const known = titles.get(screen) ?? []
    if (!known.includes(menu.label)) titles.set(screen, [...known, menu.label])
  }
  return titles
}
