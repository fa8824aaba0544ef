import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { invitePath, userPlace } from './user-place.ts'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...userPlace,
    screen: 'user',
    noun: 'user',
    menu: { entry: 'people', order: 10 },
    list: lazyScreen(() => import('./user-list.tsx'), 'UserList'),
    add: lazyScreen(() => import('./user-form.tsx'), 'AddUser'),
    edit: lazyScreen(() => import('./user-form.tsx'), 'EditUser'),
  }),
  {
    path: invitePath,
    screen: 'user',
    permission: 'user.add',
    menu: null,
    action: { label: 'people.users.invite.title', place: 'people.users.title' },
    component: lazyScreen(() => import('./user-invite-form.tsx'), 'InviteUsers'),
  },
  {
    path: '/user/$id/duplicate',
    screen: 'user',
    permission: 'user.add',
    menu: null,
    component: lazyScreen(() => import('./user-duplicate-form.tsx'), 'DuplicateUser'),
  },
  {
    path: '/user/$id/access',
    screen: 'user',
    permission: 'remote.request',
    menu: null,
    component: lazyScreen(() => import('./user-access.tsx'), 'AccessUser'),
  },
]
