import { IconForms } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const customFieldScreens = recordScreens({
  path: '/custom_fields',
  screen: 'custom_fields',
  noun: 'custom_field',
  menu: { section: 'manage', order: 60, icon: IconForms, label: 'customFields.title' },
  list: lazyScreen(() => import('./custom-field-list.tsx'), 'CustomFieldList'),
  add: lazyScreen(() => import('./custom-field-form.tsx'), 'AddCustomField'),
  edit: lazyScreen(() => import('./custom-field-form.tsx'), 'EditCustomField'),
})
