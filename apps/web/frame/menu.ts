// The menu of a person: existing screens that the server allows them and that they may open, grouped by task.
import type { Session } from '#platform/web/session/use-session.ts'
import { type MenuPlace, type MenuSection, menuSections, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export type MenuItem = { path: string } & MenuPlace
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
  const items = open.flatMap((entry) => {
    const isFirst = open.find(({ path }) => path === entry.path) === entry
    return entry.menu && isFirst ? [{ path: entry.path, ...entry.menu }] : []
  })
  return menuSections
    .map((section) => ({
      section,
      items: items.filter((item) => item.section === section).toSorted((a, b) => a.order - b.order),
    }))
    .filter((group) => group.items.length > 0)
}

export type MenuAction = { path: string } & NonNullable<ScreenEntry['action']>

/** The create actions that the person may use, in menu order. */
export function actionsFor(entries: readonly ScreenEntry[], standing: Standing): MenuAction[] {
  const placed = menuFor(entries, standing).flatMap(({ items }) => items.map(({ label }) => label))
  return entries
    .flatMap((entry) => (entry.action && isOpen(entry, standing) ? [{ path: entry.path, ...entry.action }] : []))
    .toSorted((one, other) => placed.indexOf(one.place) - placed.indexOf(other.place))
}
