// The features of the browser, from the registry that tools/generate-registries.ts writes.
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { webFeatures } from '../generated/web.ts'

/** The overview of the settings. Like the dashboard it cannot be hidden; each of its tiles can. */
const overview: ScreenEntry = {
  path: '/settings',
  screen: '',
  permission: null,
  menu: null,
  component: lazyScreen(() => import('./frame/entry-overview.tsx'), 'EntryOverview'),
}

/** The screens of all features. Of several screens with one path, the router and the menu use the first one that the person may open. */
export const screens = [overview, ...webFeatures.flatMap(({ screens }) => screens ?? [])].toSorted(
  (one, other) => Number(one.fallback ?? false) - Number(other.fallback ?? false),
)
export const publicScreens = webFeatures.flatMap(({ publicScreens }) => publicScreens ?? [])
export const addedBulk = webFeatures.flatMap(({ addedBulk }) => addedBulk ?? [])
