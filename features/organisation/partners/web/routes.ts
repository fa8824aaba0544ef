import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { partnerPlace } from './partner-place.ts'

export const screens = recordScreens({
  ...partnerPlace,
  screen: 'partners',
  noun: 'partner',
  menu: { entry: 'partners', order: 10 },
  list: lazyScreen(() => import('./partner-list.tsx'), 'PartnerList'),
  add: lazyScreen(() => import('./partner-form.tsx'), 'AddPartner'),
  edit: lazyScreen(() => import('./partner-form.tsx'), 'EditPartner'),
})
