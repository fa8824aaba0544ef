import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { tenantPlace } from './tenant-place.ts'

export const screens = recordScreens({
  ...tenantPlace,
  screen: 'companies',
  noun: 'tenant',
  menu: { entry: 'units', order: 10 },
  list: lazyScreen(() => import('./tenant-list.tsx'), 'TenantList'),
  add: lazyScreen(() => import('./tenant-form.tsx'), 'AddTenant'),
  edit: lazyScreen(() => import('./tenant-form.tsx'), 'EditTenant'),
})
