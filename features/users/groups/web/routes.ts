import { IconUsersGroup } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'group_users'

export const userGroupScreens: ScreenEntry[] = [
  {
    path: '/group_users',
    screen,
    permission: 'user_group.read',
    menu: { section: 'manage', order: 40, icon: IconUsersGroup, label: 'users.groups.title' },
    component: lazyScreen(() => import('./group-list.tsx'), 'UserGroupList'),
  },
  {
    path: '/group_users/add',
    screen,
    permission: 'user_group.add',
    menu: null,
    component: lazyScreen(() => import('./group-form.tsx'), 'AddUserGroup'),
  },
  {
    path: '/group_users/$id',
    screen,
    permission: 'user_group.read',
    menu: null,
    component: lazyScreen(() => import('./group-form.tsx'), 'EditUserGroup'),
  },
]
