import { lazyScreen, type PublicEntry } from '#platform/web/routing/screen-entry.ts'

export const publicScreens: PublicEntry[] = [
  { path: '/forgot', component: lazyScreen(() => import('./forgot-page.tsx'), 'ForgotPage') },
  { path: '/new/password/$token', component: lazyScreen(() => import('./new-password-page.tsx'), 'NewPasswordPage') },
]
