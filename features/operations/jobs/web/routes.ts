import { IconStack2 } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/jobs',
    screen: 'jobs',
    permission: 'job.read',
    menu: { section: 'platform', order: 50, icon: IconStack2, label: 'operations.jobs.title' },
    component: lazyScreen(() => import('./job-list.tsx'), 'JobList'),
  },
]
