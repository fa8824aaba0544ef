import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/setting',
    screen: 'setting',
    permission: 'settings.read',
    menu: { entry: 'settings', order: 10, label: 'organisation.settings.title' },
    component: lazyScreen(() => import('./settings-page.tsx'), 'SettingsPage'),
  },
]
