import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const shared = { screen: 'notifications', permission: 'report.grant' } as const

export const screens: ScreenEntry[] = [
  {
    ...shared,
    path: '/notifications/users_per_report',
    menu: { entry: 'usage', order: 20, label: 'reports.readers.byReport.title' },
    component: lazyScreen(() => import('./readers-by-report-list.tsx'), 'UsersPerReport'),
  },
  {
    ...shared,
    path: '/notifications/reports_per_user',
    menu: { entry: 'usage', order: 30, label: 'reports.readers.byUser.title' },
    component: lazyScreen(() => import('./readers-by-user-list.tsx'), 'ReportsPerUser'),
  },
]
