// The menu of a person: the entries with the screens that the server allows them, grouped by section; and the place of an address in it.
// Next: #platform/web/routing/menu-entries.ts (the closed list of entries), navigation.tsx, place-bar.tsx (the tabs of an entry).
import type { ParseKeys } from 'i18next'
import {
  type MenuEntry,
  type MenuEntryId,
  type MenuIcon,
  type MenuSection,
  menuEntries,
  menuSections,
} from '#platform/web/routing/menu-entries.ts'
import type { ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import type { Session } from '#platform/web/session/use-session.ts'

/** A screen that the person may open: a tab of its entry, or a tile of the entry's overview. */
export type MenuScreen = { path: string; label: ParseKeys; tab: ParseKeys }

export type MenuItem = {
  id: MenuEntryId
  label: ParseKeys
  icon: MenuIcon
  jump: string
  /** The first screen, or the overview of several. */
  path: string
  overview: string | null
  screens: MenuScreen[]
}
export type MenuGroup = { section: MenuSection; items: MenuItem[] }

export type Standing = Pick<Session, 'can' | 'screens'>

/** True when the person may open the screen, by the screens and permissions that the server sent with the configuration. */
export function isOpen(
  { screen, permission }: Pick<ScreenEntry, 'screen' | 'permission'>,
  standing: Standing,
): boolean {
  return standing.screens.has(screen) && (permission === null || standing.can.has(permission))
}

export function menuFor(entries: readonly ScreenEntry[], standing: Standing): MenuGroup[] {
  // When screens share a path, the first permitted one counts, as in the router.
  const open = entries.filter((entry) => isOpen(entry, standing))
  const places = open.flatMap(({ path, menu }, index) =>
    menu && open.findIndex((other) => other.path === path) === index ? [{ path, ...menu }] : [],
  )
  const items = menuEntries.flatMap((entry: MenuEntry) => {
    const own = places.filter((place) => place.entry === entry.id).toSorted((one, other) => one.order - other.order)
    return own[0] ? [{ section: entry.section, item: itemOf(entry, own) }] : []
  })
  return menuSections
    .map((section) => ({ section, items: items.filter((each) => each.section === section).map(({ item }) => item) }))
    .filter((group) => group.items.length > 0)
}

type Place = { path: string } & NonNullable<ScreenEntry['menu']>

function itemOf({ id, icon, jump, bearsTitle, overview }: MenuEntry, places: Place[]): MenuItem {
  const screens = places.map(({ path, label, tab = label }) => ({ path, label, tab }))
  const [first] = screens
  const isSingle = screens.length === 1
  const overviewPath = isSingle ? null : (overview ?? null)
  return {
    id,
    label: isSingle && bearsTitle && first ? first.label : `frame.entry.${id}`,
    icon,
    jump,
    path: overviewPath ?? first?.path ?? '/',
    overview: overviewPath,
    screens,
  }
}

/** The place of an address: its entry, and the screen; null at the overview, and at an app. */
export type MenuSpot = { item: MenuItem; screen: MenuScreen | null }

/** The address of an app, which is in the place of the list of apps. */
const anApp = /^\/[^/]+\/apps\/view$/

/** Between `/powerbi` and `/powerbi/workspace`, the more specific screen. A form is in the place of its list. */
export function spotOf(groups: readonly MenuGroup[], pathname: string): MenuSpot | null {
  if (anApp.test(pathname)) {
    const item = groups
      .flatMap(({ items }) => items)
      .find(({ screens }) => screens.some(({ path }) => path === '/apps'))
    return item ? { item, screen: null } : null
  }
  const spots = groups.flatMap(({ items }) =>
    items.flatMap((item) => [
      ...item.screens.map((screen) => ({ item, screen, path: screen.path })),
      ...(item.overview === null ? [] : [{ item, screen: null, path: item.overview }]),
    ]),
  )
  const [spot] = spots
    .filter(({ path }) => path === pathname || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((one, other) => other.path.length - one.path.length)
  return spot ?? null
}

/** All screens of the menu, in its order, each with the label of its entry. An overview comes before its screens. */
export const screensOf = (groups: readonly MenuGroup[]) =>
  groups.flatMap(({ items }) =>
    items.flatMap(({ label: entry, icon, overview, screens }) => [
      ...(overview === null ? [] : [{ path: overview, label: entry, icon, entry }]),
      ...screens.map(({ path, label }) => ({ path, label, icon, entry })),
    ]),
  )

export type MenuAction = { path: string } & NonNullable<ScreenEntry['action']>

/** The create actions that the person may use, in menu order. */
export function actionsFor(entries: readonly ScreenEntry[], standing: Standing): MenuAction[] {
  const placed = screensOf(menuFor(entries, standing)).map(({ label }) => label)
  return entries
    .flatMap((entry) => (entry.action && isOpen(entry, standing) ? [{ path: entry.path, ...entry.action }] : []))
    .toSorted((one, other) => placed.indexOf(one.place) - placed.indexOf(other.place))
}
