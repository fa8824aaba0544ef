import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const component = lazyScreen(() => import('./profile-page.tsx'), 'ProfilePage')

export const screens: ScreenEntry[] = [
  // The account menu links to this page; like the dashboard, it cannot be hidden.
  { path: '/profile', screen: '', permission: 'portal.use', menu: null, component },
  // The path `/setting` leads a reader to their own account, and managers to the settings of the business unit.
  { path: '/setting', fallback: true, screen: 'setting', permission: 'portal.use', menu: null, component },
]
