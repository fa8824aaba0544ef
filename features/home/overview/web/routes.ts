import { IconHome } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/',
    fallback: true,
    screen: '',
    permission: 'overview.read',
    menu: { section: 'read', order: 10, icon: IconHome, label: 'home.overview.title' },
    component: lazyScreen(() => import('./overview-page.tsx'), 'OverviewPage'),
  },
]
