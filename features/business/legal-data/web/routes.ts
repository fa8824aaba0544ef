import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/registration',
    screen: 'registration',
    permission: 'legal_data.read',
    menu: { entry: 'settings', order: 55, label: 'business.legalData.title' },
    component: lazyScreen(() => import('./legal-data-page.tsx'), 'LegalDataPage'),
  },
]
