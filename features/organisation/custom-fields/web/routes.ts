import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { customFieldPlace } from './custom-field-place.ts'

export const screens = recordScreens({
  ...customFieldPlace,
  screen: 'custom_fields',
  noun: 'custom_field',
  menu: { entry: 'people', order: 40 },
  list: lazyScreen(() => import('./custom-field-list.tsx'), 'CustomFieldList'),
  add: lazyScreen(() => import('./custom-field-form.tsx'), 'AddCustomField'),
  edit: lazyScreen(() => import('./custom-field-form.tsx'), 'EditCustomField'),
})
