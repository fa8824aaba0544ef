import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'reports'

export const screens: ScreenEntry[] = [
  {
    path: '/report',
    screen,
    permission: 'report.manage',
    menu: { entry: 'content', order: 10, label: 'reports.library.title', tab: 'reports.library.tab' },
    component: lazyScreen(() => import('./report-list.tsx'), 'ReportList'),
  },
  {
    path: '/report/add',
    screen,
    permission: 'report.add',
    menu: null,
    action: { label: 'reports.library.add', place: 'reports.library.title' },
    component: lazyScreen(() => import('./report-form.tsx'), 'AddReport'),
  },
  {
    path: '/report/import',
    screen,
    permission: 'report.add',
    menu: null,
    action: { label: 'reports.library.import.title', place: 'reports.library.title' },
    component: lazyScreen(() => import('./report-import.tsx'), 'ReportImport'),
  },
  {
    path: '/report/$id',
    screen,
    permission: 'report.manage',
    menu: null,
    component: lazyScreen(() => import('./report-form.tsx'), 'EditReport'),
  },
]
