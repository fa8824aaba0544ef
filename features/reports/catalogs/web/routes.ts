import { lazyReaderScreen, lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'catalogs'

export const screens: ScreenEntry[] = [
  {
    path: '/catalogs',
    screen,
    permission: 'catalog.read',
    menu: { entry: 'catalogs', order: 10, label: 'reports.catalogs.title' },
    component: lazyReaderScreen(() => import('./catalog-page.tsx'), 'CatalogPage'),
  },
  {
    path: '/catalogs/requests',
    screen,
    permission: 'access_request.decide',
    menu: { entry: 'catalogs', order: 20, label: 'reports.catalogs.requests.title' },
    component: lazyScreen(() => import('./request-list.tsx'), 'RequestList'),
  },
]
