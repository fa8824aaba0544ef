import { lazyScreen, recordScreens, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { templatePlace } from './template-place.ts'

export const screens: ScreenEntry[] = recordScreens({
  ...templatePlace,
  screen: 'notifications/templates',
  noun: 'notification_template',
  menu: { entry: 'communication', order: 50 },
  list: lazyScreen(() => import('./template-list.tsx'), 'TemplateList'),
  add: lazyScreen(() => import('./template-form.tsx'), 'AddTemplate'),
  edit: lazyScreen(() => import('./template-form.tsx'), 'EditTemplate'),
})
