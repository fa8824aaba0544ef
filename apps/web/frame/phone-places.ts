// The destinations of the bar at the bottom of a phone. Pure. Next: phone-bar.tsx.
import type { ParseKeys } from 'i18next'
import { IconStar } from '@tabler/icons-react'
import type { MenuIcon } from '#platform/web/routing/menu-entries.ts'
import type { MenuGroup, MenuItem } from './menu.ts'

export type PhonePlace = { id: string; path: string; search: Record<string, string>; label: ParseKeys; icon: MenuIcon }

/** The bar has five buttons at most. Two of them are the search and the menu. */
const mostPlaces = 3

/** The path of all reports, of which the filter of favourites is a destination. */
export const allReportsPath = '/all/reports'

/**
 * Home, reports and favourites; for a person without one of them the next entries of their menu. The groups have only the screens that the
 * person may open.
 */
export function phonePlaces(groups: readonly MenuGroup[], mayKeepFavourites: boolean): PhonePlace[] {
  const items = groups.flatMap((group) => group.items)
  const isFirst = ({ id }: MenuItem) => id === 'home' || id === 'reports'
  const hasFavourites = mayKeepFavourites && items.some(({ screens }) => screens.some(isAllReports))
  const favourites: PhonePlace = {
    id: 'favourites',
    path: allReportsPath,
    search: { favourite: 'S' },
    label: 'frame.phone.favourites',
    icon: IconStar,
  }
  return [
    ...items.filter(isFirst).map(placeOf),
    ...(hasFavourites ? [favourites] : []),
    ...items.filter((item) => !isFirst(item)).map(placeOf),
  ].slice(0, mostPlaces)
}

const isAllReports = ({ path }: { path: string }) => path === allReportsPath

const placeOf = ({ id, path, label, icon }: MenuItem): PhonePlace => ({ id, path, search: {}, label, icon })

/** The destination of the open page; undefined if the bar has none. Only the list of favourites itself is in the favourites. */
export function phonePlaceAt(
  places: readonly PhonePlace[],
  { pathname, search, item }: { pathname: string; search: Readonly<Record<string, unknown>>; item: string | undefined },
): string | undefined {
  const isFavourites = pathname === allReportsPath && search['favourite'] === 'S'
  const id = isFavourites && places.some((place) => place.id === 'favourites') ? 'favourites' : item
  return places.find((place) => place.id === id)?.id
}
