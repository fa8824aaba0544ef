// The menu titles of screens, for other features that mention screens: one source, so every mention uses the same title.
import type { ParseKeys } from 'i18next'
import { createContext } from 'react'
import type { Screen } from '#catalogue/screens.ts'
import type { ScreenEntry } from './screen-entry.ts'

export type MenuTitles = ReadonlyMap<Screen, readonly ParseKeys[]>

export const MenuTitlesContext = createContext<MenuTitles>(new Map())

/**
 * Titles of the screens in the menus of partners and business units; several when one screen of the specification has several places.
 */
export function menuTitles(entries: readonly ScreenEntry[]): MenuTitles {
  const titles = new Map<Screen, ParseKeys[]>()
  for (const { screen, menu } of entries) {
    if (menu === null || menu.entry === 'platform') continue
    const known = titles.get(screen) ?? []
    if (!known.includes(menu.label)) titles.set(screen, [...known, menu.label])
  }
  return titles
}
