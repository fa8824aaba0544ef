import { IconClockHour4 } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'shifts'

export const shiftScreens: ScreenEntry[] = [
  {
    path: '/shifts',
    screen,
    permission: 'shift.read',
    menu: { section: 'manage', order: 50, icon: IconClockHour4, label: 'shifts.title' },
    component: lazyScreen(() => import('./shift-list.tsx'), 'ShiftList'),
  },
  {
    path: '/shifts/add',
    screen,
    permission: 'shift.add',
    menu: null,
    component: lazyScreen(() => import('./shift-form.tsx'), 'AddShift'),
  },
  {
    path: '/shifts/$id',
    screen,
    permission: 'shift.read',
    menu: null,
    component: lazyScreen(() => import('./shift-form.tsx'), 'EditShift'),
  },
]
