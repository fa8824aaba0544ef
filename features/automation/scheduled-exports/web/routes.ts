import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { exportPlace } from './export-place.ts'

const screen = 'scheduled_exports'
const permission = 'scheduled_export.read'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...exportPlace,
    screen,
    noun: 'scheduled_export',
    menu: { entry: 'automation', order: 30 },
    list: lazyScreen(() => import('./export-list.tsx'), 'ExportList'),
    add: lazyScreen(() => import('./export-form.tsx'), 'AddExport'),
    edit: lazyScreen(() => import('./export-form.tsx'), 'EditExport'),
  }),
  {
    path: '/scheduled_exports/runs/$id',
    screen,
    permission,
    menu: null,
    component: lazyScreen(() => import('./export-run-page.tsx'), 'ExportRunPage'),
  },
  {
    path: '/scheduled_exports/$id/runs',
    screen,
    permission,
    menu: null,
    component: lazyScreen(() => import('./export-runs-page.tsx'), 'ExportRunsPage'),
  },
  {
    path: '/scheduled_exports/delivered/$id',
    screen: '{id}/reports/view',
    permission: 'report.export',
    menu: null,
    component: lazyScreen(() => import('./delivered-page.tsx'), 'DeliveredPage'),
  },
]
