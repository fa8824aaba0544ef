import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { fromUnitsPath } from '#features/people/users/web/exports.tsx'

export const screens: ScreenEntry[] = [
  {
    path: fromUnitsPath,
    screen: 'user',
    permission: 'user.import',
    menu: null,
    action: { label: 'people.fromUnits.title', place: 'people.users.title' },
    component: lazyScreen(() => import('./from-units-page.tsx'), 'FromUnits'),
  },
]
