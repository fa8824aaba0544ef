import { IconAdjustments } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/platform',
    screen: 'platform',
    permission: 'platform.read',
    menu: { section: 'platform', order: 5, icon: IconAdjustments, label: 'organisation.platformSettings.title' },
    component: lazyScreen(() => import('./platform-page.tsx'), 'PlatformPage'),
  },
]
