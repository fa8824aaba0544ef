import { lazyScreen, type PublicEntry } from '#platform/web/routing/screen-entry.ts'

export const publicScreens: PublicEntry[] = [
  {
    path: '/embedded/$token',
    component: lazyScreen(() => import('./embedded-landing-page.tsx'), 'EmbeddedLandingPage'),
  },
]
