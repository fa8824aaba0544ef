import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { userGroupPlace } from './group-place.ts'

export const screens = recordScreens({
  ...userGroupPlace,
  screen: 'group_users',
  noun: 'user_group',
  menu: { entry: 'people', order: 20 },
  list: lazyScreen(() => import('./group-list.tsx'), 'UserGroupList'),
  add: lazyScreen(() => import('./group-form.tsx'), 'AddUserGroup'),
  edit: lazyScreen(() => import('./group-form.tsx'), 'EditUserGroup'),
})
