import { lazyReaderScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/$id/reports/view',
    screen: '{id}/reports/view',
    permission: 'report.open',
    menu: null,
    component: lazyReaderScreen(() => import('./report-view-page.tsx'), 'ReportViewPage'),
  },
  {
    path: '/embedded/reports/$id',
    screen: '{id}/reports/view',
    permission: 'report.open',
    menu: null,
    bare: true,
    component: lazyReaderScreen(() => import('./report-view-page.tsx'), 'EmbeddedReportPage'),
  },
]
