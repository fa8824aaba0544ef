import { IconShieldCog } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'staff'

export const screens: ScreenEntry[] = [
  {
    path: '/staff',
    screen,
    permission: 'staff.read',
    menu: { section: 'platform', order: 6, icon: IconShieldCog, label: 'platformSettings.staff.title' },
    component: lazyScreen(() => import('./staff-list.tsx'), 'StaffList'),
  },
  {
    path: '/staff/add',
    screen,
    permission: 'staff.add',
    menu: null,
    action: { label: 'platformSettings.staff.add', place: 'platformSettings.staff.title' },
    component: lazyScreen(() => import('./staff-form.tsx'), 'AddStaff'),
  },
]
