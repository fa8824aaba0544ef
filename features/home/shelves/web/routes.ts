import { lazyFirstScreen, lazyReaderScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/',
    screen: '',
    permission: 'report.open',
    menu: { entry: 'home', order: 10, label: 'home.shelves.title' },
    component: lazyFirstScreen(() => import('./home-page.tsx'), 'HomePage'),
  },
  {
    // For managers, this path shows the page of groups instead.
    path: '/reports',
    fallback: true,
    screen: 'reports',
    permission: 'report.open',
    menu: { entry: 'reports', order: 10, label: 'home.shelves.library.title', tab: 'home.shelves.tree' },
    component: lazyReaderScreen(() => import('./library-page.tsx'), 'LibraryPage'),
  },
  {
    path: '/all/reports',
    screen: 'all/reports',
    permission: 'report.open',
    menu: { entry: 'reports', order: 20, label: 'home.shelves.all.title', tab: 'home.shelves.all.tab' },
    component: lazyReaderScreen(() => import('./all-reports-page.tsx'), 'AllReportsPage'),
  },
  {
    path: '/$id/reports',
    screen: '{id}/reports',
    permission: 'report.open',
    menu: null,
    component: lazyReaderScreen(() => import('./subgroup-page.tsx'), 'SubgroupPage'),
  },
  {
    path: '/embedded/reports',
    screen: 'all/reports',
    permission: 'report.open',
    menu: null,
    bare: true,
    component: lazyReaderScreen(() => import('./all-reports-page.tsx'), 'EmbeddedReportsPage'),
  },
]
