import { lazyScreen, type PublicEntry, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { samlPlace } from './saml-place.ts'

export const screens = recordScreens({
  ...samlPlace,
  screen: 'azure/saml',
  noun: 'saml',
  menu: { entry: 'settings', order: 70 },
  list: lazyScreen(() => import('./saml-list.tsx'), 'SamlList'),
  add: lazyScreen(() => import('./saml-form.tsx'), 'AddSaml'),
  edit: lazyScreen(() => import('./saml-form.tsx'), 'EditSaml'),
})

export const publicScreens: PublicEntry[] = [
  { path: '/redirect', component: lazyScreen(() => import('./saml-redirect-page.tsx'), 'SamlRedirectPage') },
]
