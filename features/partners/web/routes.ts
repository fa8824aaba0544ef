import { IconBuildingCommunity } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const partnerPlace = { words: 'partners', path: '/partners', icon: IconBuildingCommunity } as const

export const screens = recordScreens({
  ...partnerPlace,
  screen: 'partners',
  noun: 'partner',
  menu: { section: 'organisation', order: 5 },
  list: lazyScreen(() => import('./partner-list.tsx'), 'PartnerList'),
  add: lazyScreen(() => import('./partner-form.tsx'), 'AddPartner'),
  edit: lazyScreen(() => import('./partner-form.tsx'), 'EditPartner'),
})
