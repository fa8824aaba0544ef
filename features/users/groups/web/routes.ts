import { IconUsersGroup } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const userGroupPlace = { words: 'users.groups', path: '/group_users', icon: IconUsersGroup } as const

export const screens = recordScreens({
  ...userGroupPlace,
  screen: 'group_users',
  noun: 'user_group',
  menu: { section: 'manage', order: 40 },
  list: lazyScreen(() => import('./group-list.tsx'), 'UserGroupList'),
  add: lazyScreen(() => import('./group-form.tsx'), 'AddUserGroup'),
  edit: lazyScreen(() => import('./group-form.tsx'), 'EditUserGroup'),
})
