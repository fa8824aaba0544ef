import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { shiftPlace } from './shift-place.ts'

export const screens = recordScreens({
  ...shiftPlace,
  screen: 'shifts',
  noun: 'shift',
  menu: { entry: 'people', order: 30 },
  list: lazyScreen(() => import('./shift-list.tsx'), 'ShiftList'),
  add: lazyScreen(() => import('./shift-form.tsx'), 'AddShift'),
  edit: lazyScreen(() => import('./shift-form.tsx'), 'EditShift'),
})
