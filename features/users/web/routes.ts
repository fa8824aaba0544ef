import { IconUser } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'user'

export const userScreens: ScreenEntry[] = [
  {
    path: '/user',
    screen,
    permission: 'user.read',
    menu: { section: 'manage', order: 30, icon: IconUser, label: 'users.title' },
    component: lazyScreen(() => import('./user-list.tsx'), 'UserList'),
  },
  {
    path: '/user/add',
    screen,
    permission: 'user.add',
    menu: null,
    component: lazyScreen(() => import('./user-form.tsx'), 'AddUser'),
  },
  {
    path: '/user/$id',
    screen,
    permission: 'user.read',
    menu: null,
    component: lazyScreen(() => import('./user-form.tsx'), 'EditUser'),
  },
  {
    path: '/user/$id/duplicate',
    screen,
    permission: 'user.add',
    menu: null,
    component: lazyScreen(() => import('./user-duplicate-form.tsx'), 'DuplicateUser'),
  },
]
