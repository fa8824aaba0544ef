import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/group_users/$id/move',
    screen: 'group_users',
    permission: 'user_group.migrate',
    menu: null,
    component: lazyScreen(() => import('./group-move-page.tsx'), 'MoveGroup'),
  },
]
