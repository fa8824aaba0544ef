import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'staff'

export const screens: ScreenEntry[] = [
  {
    path: '/staff',
    screen,
    permission: 'staff.read',
    menu: { entry: 'people', order: 4, label: 'people.staff.title' },
    component: lazyScreen(() => import('./staff-list.tsx'), 'StaffList'),
  },
  {
    path: '/staff/add',
    screen,
    permission: 'staff.add',
    menu: null,
    action: { label: 'people.staff.add', place: 'people.staff.title' },
    component: lazyScreen(() => import('./staff-form.tsx'), 'AddStaff'),
  },
]
