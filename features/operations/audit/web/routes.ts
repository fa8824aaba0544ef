import { IconHistory } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/audit',
    screen: 'audit',
    permission: 'audit.read',
    menu: { section: 'organisation', order: 80, icon: IconHistory, label: 'operations.audit.title' },
    component: lazyScreen(() => import('./audit-list.tsx'), 'AuditList'),
  },
]
