import { IconUsersGroup } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const userGroupScreens = recordScreens({
  path: '/group_users',
  screen: 'group_users',
  noun: 'user_group',
  menu: { section: 'manage', order: 40, icon: IconUsersGroup, label: 'users.groups.title' },
  list: lazyScreen(() => import('./group-list.tsx'), 'UserGroupList'),
  add: lazyScreen(() => import('./group-form.tsx'), 'AddUserGroup'),
  edit: lazyScreen(() => import('./group-form.tsx'), 'EditUserGroup'),
})
