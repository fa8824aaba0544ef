// The public screens: pages that need no session.
import { lazyFirstScreen, lazyScreen, type PublicEntry } from '#platform/web/routing/screen-entry.ts'

export const publicScreens: PublicEntry[] = [
  { path: '/signin', component: lazyFirstScreen(() => import('./sign-in-page.tsx'), 'SignInPage') },
  {
    path: '/first-account/$token',
    component: lazyScreen(() => import('./first-account-page.tsx'), 'FirstAccountPage'),
  },
  {
    path: '/domain/notfound',
    component: lazyScreen(() => import('./domain-not-found-page.tsx'), 'DomainNotFoundPage'),
  },
  { path: '/ip/notallowed', component: lazyScreen(() => import('./address-refused-page.tsx'), 'AddressRefusedPage') },
  { path: '/popup_blocked', component: lazyScreen(() => import('./popup-blocked-page.tsx'), 'PopupBlockedPage') },
]
