import { IconClockHour4 } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const shiftScreens = recordScreens({
  path: '/shifts',
  screen: 'shifts',
  noun: 'shift',
  menu: { section: 'manage', order: 50, icon: IconClockHour4, label: 'shifts.title' },
  list: lazyScreen(() => import('./shift-list.tsx'), 'ShiftList'),
  add: lazyScreen(() => import('./shift-form.tsx'), 'AddShift'),
  edit: lazyScreen(() => import('./shift-form.tsx'), 'EditShift'),
})
