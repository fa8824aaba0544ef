import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { clientPlace } from './client-place.ts'

export const screens = recordScreens({
  ...clientPlace,
  screen: 'client',
  noun: 'client',
  menu: { entry: 'billing', order: 10 },
  list: lazyScreen(() => import('./client-list.tsx'), 'ClientList'),
  add: lazyScreen(() => import('./client-form.tsx'), 'AddClient'),
  edit: lazyScreen(() => import('./client-form.tsx'), 'EditClient'),
})
