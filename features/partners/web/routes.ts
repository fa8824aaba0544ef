import { IconBuildingCommunity } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const partnerScreens = recordScreens({
  path: '/partners',
  screen: 'partners',
  noun: 'partner',
  menu: { section: 'organisation', order: 5, icon: IconBuildingCommunity, label: 'partners.title' },
  list: lazyScreen(() => import('./partner-list.tsx'), 'PartnerList'),
  add: lazyScreen(() => import('./partner-form.tsx'), 'AddPartner'),
  edit: lazyScreen(() => import('./partner-form.tsx'), 'EditPartner'),
})
