import { IconSettings } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/setting',
    screen: 'setting',
    permission: 'settings.read',
    menu: { section: 'organisation', order: 20, icon: IconSettings, label: 'organisation.settings.title' },
    component: lazyScreen(() => import('./settings-page.tsx'), 'SettingsPage'),
  },
]
