import { lazyScreen, type PublicEntry, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { openidPlace } from './openid-place.ts'

export const screens = recordScreens({
  ...openidPlace,
  screen: 'azure/saml',
  noun: 'openid',
  menu: { entry: 'settings', order: 71 },
  list: lazyScreen(() => import('./openid-list.tsx'), 'OpenidList'),
  add: lazyScreen(() => import('./openid-form.tsx'), 'AddOpenid'),
  edit: lazyScreen(() => import('./openid-form.tsx'), 'EditOpenid'),
})

export const publicScreens: PublicEntry[] = [
  {
    path: '/ms_auth/redirect',
    component: lazyScreen(() => import('./openid-redirect-page.tsx'), 'OpenidRedirectPage'),
  },
]
