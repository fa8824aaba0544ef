import { lazyReaderScreen, lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { appPlace } from './app-place.ts'

export const screens: ScreenEntry[] = [
  // The paths for managers of apps are the same as those for readers.
  ...recordScreens({
    ...appPlace,
    screen: 'apps',
    noun: 'app',
    menu: { entry: 'apps', order: 10 },
    list: lazyScreen(() => import('./app-list.tsx'), 'AppList'),
    add: lazyScreen(() => import('./app-form.tsx'), 'AddApp'),
    edit: lazyScreen(() => import('./app-form.tsx'), 'EditApp'),
  }),
  {
    path: '/apps',
    screen: 'apps',
    permission: 'app.open',
    menu: { entry: 'apps', order: 10, label: 'reports.apps.title' },
    component: lazyReaderScreen(() => import('./app-shelf-page.tsx'), 'AppShelfPage'),
  },
  {
    path: '/$id/apps/view',
    screen: '{id}/apps/view',
    permission: 'app.open',
    menu: null,
    component: lazyReaderScreen(() => import('./app-view-page.tsx'), 'AppViewPage'),
  },
]
