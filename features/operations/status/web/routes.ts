import { IconActivityHeartbeat } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/status',
    screen: 'status',
    permission: 'status.read',
    menu: { section: 'platform', order: 60, icon: IconActivityHeartbeat, label: 'operations.status.title' },
    component: lazyScreen(() => import('./status-page.tsx'), 'StatusPage'),
  },
]
