import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/setting/retention',
    screen: 'setting',
    permission: 'retention_rule.read',
    menu: { entry: 'settings', order: 95, label: 'operations.retention.title' },
    component: lazyScreen(() => import('./retention-page.tsx'), 'RetentionPage'),
  },
]
