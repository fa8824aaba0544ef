import { IconBuildingCommunity } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'partners'

export const partnerScreens: ScreenEntry[] = [
  {
    path: '/partners',
    screen,
    permission: 'partner.read',
    menu: { section: 'organisation', order: 5, icon: IconBuildingCommunity, label: 'partners.title' },
    component: lazyScreen(() => import('./partner-list.tsx'), 'PartnerList'),
  },
  {
    path: '/partners/add',
    screen,
    permission: 'partner.add',
    menu: null,
    component: lazyScreen(() => import('./partner-form.tsx'), 'AddPartner'),
  },
  {
    path: '/partners/$id',
    screen,
    permission: 'partner.read',
    menu: null,
    component: lazyScreen(() => import('./partner-form.tsx'), 'EditPartner'),
  },
]
