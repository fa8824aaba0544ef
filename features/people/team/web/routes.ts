import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'team'

export const screens: ScreenEntry[] = [
  {
    path: '/team',
    screen,
    permission: 'team.read',
    menu: { entry: 'people', order: 6, label: 'people.team.title' },
    component: lazyScreen(() => import('./team-list.tsx'), 'TeamList'),
  },
  {
    path: '/team/add',
    screen,
    permission: 'team.add',
    menu: null,
    action: { label: 'people.team.add', place: 'people.team.title' },
    component: lazyScreen(() => import('./team-form.tsx'), 'AddTeamMember'),
  },
  {
    path: '/team/$id',
    screen,
    permission: 'team.read',
    menu: null,
    component: lazyScreen(() => import('./team-form.tsx'), 'EditTeamMember'),
  },
]
