import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/remote/authorization',
    screen: 'remote/authorization',
    permission: 'portal.use',
    menu: null, // reached from the own account
    component: lazyScreen(() => import('./remote-page.tsx'), 'RemotePage'),
  },
  // Like the dashboard, the page cannot be hidden, because a request leads to it.
  {
    path: '/authorization/$token',
    screen: '',
    permission: 'portal.use',
    menu: null,
    component: lazyScreen(() => import('./remote-wait-page.tsx'), 'RemoteWaitPage'),
  },
]
