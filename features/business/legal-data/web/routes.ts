import { IconId } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export const screens: ScreenEntry[] = [
  {
    path: '/registration',
    screen: 'registration',
    permission: 'legal_data.read',
    menu: { section: 'organisation', order: 7, icon: IconId, label: 'business.legalData.title' },
    component: lazyScreen(() => import('./legal-data-page.tsx'), 'LegalDataPage'),
  },
]
