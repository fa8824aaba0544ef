import { lazyScreen, type PublicEntry } from '#platform/web/routing/screen-entry.ts'

export const publicScreens: PublicEntry[] = [
  { path: '/register', component: lazyScreen(() => import('./register-page.tsx'), 'RegisterPage') },
  { path: '/register/verify/$token', component: lazyScreen(() => import('./verify-page.tsx'), 'VerifyPage') },
]
