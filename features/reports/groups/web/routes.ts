import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

/** The specification's *reports* for managers; readers have theirs in features/home/shelves. */
export const screens: ScreenEntry[] = [
  {
    path: '/reports',
    screen: 'reports',
    permission: 'report_group.read',
    menu: { entry: 'content', order: 20, label: 'reports.groups.title' },
    component: lazyScreen(() => import('./group-list.tsx'), 'ReportGroupList'),
  },
]
