import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { domainPlace } from './domain-place.ts'

export const screens = recordScreens({
  ...domainPlace,
  screen: 'domain',
  noun: 'domain',
  menu: { entry: 'settings', order: 50 },
  list: lazyScreen(() => import('./domain-list.tsx'), 'DomainList'),
  add: lazyScreen(() => import('./domain-form.tsx'), 'AddDomain'),
  edit: lazyScreen(() => import('./domain-page.tsx'), 'DomainPage'),
})
