import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/',
    fallback: true,
    screen: '',
    permission: 'overview.read',
    menu: { entry: 'home', order: 10, label: 'home.overview.title' },
    component: lazyScreen(() => import('./overview-page.tsx'), 'OverviewPage'),
  },
]
