import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { userTermPlace } from './user-term-place.ts'

export const screens: ScreenEntry[] = [
  ...recordScreens({
    ...userTermPlace,
    screen: 'user_terms',
    noun: 'user_term',
    menu: { entry: 'settings', order: 60 },
    list: lazyScreen(() => import('./user-term-list.tsx'), 'UserTermList'),
    add: lazyScreen(() => import('./user-term-form.tsx'), 'AddUserTerm'),
    edit: lazyScreen(() => import('./user-term-form.tsx'), 'EditUserTerm'),
  }),
  {
    path: '/user_terms/$id/acceptances',
    screen: 'user_terms',
    permission: 'user_term.read',
    menu: null,
    component: lazyScreen(() => import('./user-term-acceptances-list.tsx'), 'AcceptanceList'),
  },
]
