import { lazyReaderScreen, lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const inUnit = { screen: 'analyze', permission: 'usage.read', menu: null } as const
const menu = { entry: 'usage', order: 10, label: 'reports.usage.title' } as const

export const screens: ScreenEntry[] = [
  {
    ...inUnit,
    path: '/analyze',
    menu,
    component: lazyReaderScreen(() => import('./usage-page.tsx'), 'UsagePage'),
  },
  {
    screen: 'analyze',
    permission: 'usage.compare',
    path: '/analyze',
    menu,
    component: lazyReaderScreen(() => import('./usage-lists.tsx'), 'UnitUsage'),
  },
  {
    screen: 'analyze',
    permission: 'usage.compare',
    path: '/analyze/failures',
    menu: null,
    component: lazyScreen(() => import('./failed-reports.tsx'), 'FailedReports'),
  },
  {
    ...inUnit,
    path: '/analyze/reports',
    component: lazyReaderScreen(() => import('./usage-lists.tsx'), 'ReportUsage'),
  },
  {
    ...inUnit,
    path: '/analyze/people',
    component: lazyReaderScreen(() => import('./usage-lists.tsx'), 'PeopleUsage'),
  },
  {
    ...inUnit,
    path: '/analyze/pages',
    component: lazyReaderScreen(() => import('./usage-lists.tsx'), 'PageUsage'),
  },
]
