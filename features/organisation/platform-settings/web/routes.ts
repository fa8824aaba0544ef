import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/platform',
    screen: 'platform',
    permission: 'platform.read',
    menu: { entry: 'platform', order: 30, label: 'organisation.platformSettings.title' },
    component: lazyScreen(() => import('./platform-page.tsx'), 'PlatformPage'),
  },
]
