import { IconFiles, IconFolders, IconHome } from '@tabler/icons-react'
import { lazyFirstScreen, lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/',
    screen: '',
    permission: 'report.open',
    menu: { section: 'read', order: 10, icon: IconHome, label: 'home.shelves.title' },
    component: lazyFirstScreen(() => import('./home-page.tsx'), 'HomePage'),
  },
  {
    // For managers, this path shows the page of groups instead.
    path: '/reports',
    fallback: true,
    screen: 'reports',
    permission: 'report.open',
    menu: { section: 'read', order: 20, icon: IconFolders, label: 'home.shelves.library.title' },
    component: lazyScreen(() => import('./library-page.tsx'), 'LibraryPage'),
  },
  {
    path: '/all/reports',
    screen: 'all/reports',
    permission: 'report.open',
    menu: { section: 'read', order: 30, icon: IconFiles, label: 'home.shelves.all.title' },
    component: lazyScreen(() => import('./all-reports-page.tsx'), 'AllReportsPage'),
  },
  {
    path: '/$id/reports',
    screen: '{id}/reports',
    permission: 'report.open',
    menu: null,
    component: lazyScreen(() => import('./subgroup-page.tsx'), 'SubgroupPage'),
  },
  {
    path: '/embedded/reports',
    screen: 'all/reports',
    permission: 'report.open',
    menu: null,
    bare: true,
    component: lazyScreen(() => import('./all-reports-page.tsx'), 'EmbeddedReportsPage'),
  },
]
