import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { accountPlace } from './embedding-place.ts'

export const screens = recordScreens({
  ...accountPlace,
  screen: 'powerbi',
  noun: 'embedding_account',
  menu: { entry: 'settings', order: 30 },
  list: lazyScreen(() => import('./account-list.tsx'), 'AccountList'),
  add: lazyScreen(() => import('./account-form.tsx'), 'AddAccount'),
  edit: lazyScreen(() => import('./account-form.tsx'), 'EditAccount'),
})
