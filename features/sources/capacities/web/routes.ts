import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { capacityPlace } from './capacity-place.ts'

export const screens = recordScreens({
  ...capacityPlace,
  screen: 'powerbi/resources',
  noun: 'capacity',
  menu: { entry: 'settings', order: 40 },
  list: lazyScreen(() => import('./capacity-list.tsx'), 'CapacityList'),
  add: lazyScreen(() => import('./capacity-form.tsx'), 'AddCapacity'),
  edit: lazyScreen(() => import('./capacity-form.tsx'), 'EditCapacity'),
})
