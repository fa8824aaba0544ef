import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { triggerPlace } from './trigger-place.ts'

export const screens: ScreenEntry[] = recordScreens({
  ...triggerPlace,
  screen: 'auto_actions/triggers',
  noun: 'trigger',
  menu: { entry: 'automation', order: 20 },
  list: lazyScreen(() => import('./trigger-list.tsx'), 'TriggerList'),
  add: lazyScreen(() => import('./trigger-form.tsx'), 'AddTrigger'),
  edit: lazyScreen(() => import('./trigger-form.tsx'), 'EditTrigger'),
})
