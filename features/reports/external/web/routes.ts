import { lazyReaderScreen, lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { externalPlace } from './external-place.ts'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...externalPlace,
    screen: 'external_reports',
    noun: 'external_report',
    menu: { entry: 'content', order: 40 },
    list: lazyScreen(() => import('./external-list.tsx'), 'ExternalList'),
    add: lazyScreen(() => import('./external-form.tsx'), 'AddExternal'),
    edit: lazyScreen(() => import('./external-form.tsx'), 'EditExternal'),
  }),
  {
    path: '/$id/reports/external',
    screen: '{id}/reports/external',
    permission: 'external_report.open',
    menu: null,
    component: lazyReaderScreen(() => import('./external-view-page.tsx'), 'ExternalViewPage'),
  },
]
