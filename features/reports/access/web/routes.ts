import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/report/$id/access',
    screen: 'reports',
    permission: 'report.grant',
    menu: null,
    component: lazyScreen(() => import('./access-form.tsx'), 'ReportAccess'),
  },
  {
    path: '/user/$id/reports',
    screen: 'user',
    permission: 'report.grant',
    menu: null,
    component: lazyScreen(() => import('./access-person-list.tsx'), 'PersonPermissions'),
  },
]
