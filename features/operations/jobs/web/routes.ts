import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/jobs',
    screen: 'jobs',
    permission: 'job.read',
    menu: { entry: 'platform', order: 20, label: 'operations.jobs.title' },
    component: lazyScreen(() => import('./job-list.tsx'), 'JobList'),
  },
]
