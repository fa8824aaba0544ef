import { IconHome } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/',
    screen: '',
    permission: 'overview.read',
    menu: { section: 'read', order: 10, icon: IconHome, label: 'overview.title' },
    component: lazyScreen(() => import('./overview-page.tsx'), 'OverviewPage'),
  },
]
