import { IconBuildingStore } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'catalogs'

export const screens: ScreenEntry[] = [
  {
    path: '/catalogs',
    screen,
    permission: 'catalog.read',
    menu: { section: 'read', order: 40, icon: IconBuildingStore, label: 'reports.catalogs.title' },
    component: lazyScreen(() => import('./catalog-page.tsx'), 'CatalogPage'),
  },
  {
    path: '/catalogs/requests',
    screen,
    permission: 'access_request.decide',
    menu: null,
    component: lazyScreen(() => import('./request-list.tsx'), 'RequestList'),
  },
]
