import { lazyScreen, recordScreens, type PublicEntry, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { taskPlace } from './task-place.ts'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...taskPlace,
    screen: 'auto_actions',
    noun: 'task',
    menu: { entry: 'automation', order: 10 },
    list: lazyScreen(() => import('./task-list.tsx'), 'TaskList'),
    add: lazyScreen(() => import('./task-form.tsx'), 'AddTask'),
    edit: lazyScreen(() => import('./task-form.tsx'), 'EditTask'),
  }),
  {
    path: '/auto_actions/runs/$id',
    screen: 'auto_actions',
    permission: 'task.read',
    menu: null,
    component: lazyScreen(() => import('./task-run-page.tsx'), 'TaskRunPage'),
  },
  {
    path: '/auto_actions/$id/runs',
    screen: 'auto_actions',
    permission: 'task.read',
    menu: null,
    component: lazyScreen(() => import('./task-runs-page.tsx'), 'TaskRunsPage'),
  },
]

export const publicScreens: PublicEntry[] = [
  { path: '/pause/$token', component: lazyScreen(() => import('./pause-page.tsx'), 'PausePage') },
]
