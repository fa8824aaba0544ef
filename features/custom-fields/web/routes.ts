import { IconForms } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'custom_fields'

export const customFieldScreens: ScreenEntry[] = [
  {
    path: '/custom_fields',
    screen,
    permission: 'custom_field.read',
    menu: { section: 'manage', order: 60, icon: IconForms, label: 'customFields.title' },
    component: lazyScreen(() => import('./custom-field-list.tsx'), 'CustomFieldList'),
  },
  {
    path: '/custom_fields/add',
    screen,
    permission: 'custom_field.add',
    menu: null,
    component: lazyScreen(() => import('./custom-field-form.tsx'), 'AddCustomField'),
  },
  {
    path: '/custom_fields/$id',
    screen,
    permission: 'custom_field.read',
    menu: null,
    component: lazyScreen(() => import('./custom-field-form.tsx'), 'EditCustomField'),
  },
]
