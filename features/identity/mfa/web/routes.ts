import { lazyScreen, type PublicEntry } from '#platform/web/routing/screen-entry.ts'

export const publicScreens: PublicEntry[] = [
  {
    path: '/config/2fa/$token',
    component: lazyScreen(() => import('./two-factor-setup-page.tsx'), 'TwoFactorSetupPage'),
  },
]
