import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { broadcastPlace } from './broadcast-place.ts'

export const screens = recordScreens({
  ...broadcastPlace,
  screen: 'broadcasts',
  noun: 'broadcast',
  menu: { entry: 'communication', order: 20 },
  list: lazyScreen(() => import('./broadcast-list.tsx'), 'BroadcastList'),
  add: lazyScreen(() => import('./broadcast-form.tsx'), 'AddBroadcast'),
  edit: lazyScreen(() => import('./broadcast-form.tsx'), 'EditBroadcast'),
})
