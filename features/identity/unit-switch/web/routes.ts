import { lazyScreen, type PublicEntry } from '#platform/web/routing/screen-entry.ts'

export const publicScreens: PublicEntry[] = [
  {
    path: '/change/company/$token',
    component: lazyScreen(() => import('./switch-landing-page.tsx'), 'SwitchLandingPage'),
  },
]
