import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/audit',
    screen: 'audit',
    permission: 'audit.read',
    menu: { entry: 'settings', order: 90, label: 'operations.audit.title' },
    component: lazyScreen(() => import('./audit-list.tsx'), 'AuditList'),
  },
]
