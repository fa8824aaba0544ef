import { IconBuildingStore } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const tenantScreens = recordScreens({
  path: '/companies',
  screen: 'companies',
  noun: 'tenant',
  menu: { section: 'organisation', order: 10, icon: IconBuildingStore, label: 'tenants.title' },
  list: lazyScreen(() => import('./tenant-list.tsx'), 'TenantList'),
  add: lazyScreen(() => import('./tenant-form.tsx'), 'AddTenant'),
  edit: lazyScreen(() => import('./tenant-form.tsx'), 'EditTenant'),
})
