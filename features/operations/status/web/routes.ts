import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/status',
    screen: 'status',
    permission: 'status.read',
    menu: { entry: 'platform', order: 10, label: 'operations.status.title' },
    component: lazyScreen(() => import('./status-page.tsx'), 'StatusPage'),
  },
]
