import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const component = lazyScreen(() => import('./profile-page.tsx'), 'ProfilePage')

export const screens: ScreenEntry[] = [
  // Reached from the account menu; like the dashboard, it cannot be hidden.
  { path: '/profile', screen: '', permission: 'portal.use', menu: null, component },
  // A reader's `setting` is their own account. Managers have that of the business unit there.
  { path: '/setting', fallback: true, screen: 'setting', permission: 'portal.use', menu: null, component },
]
