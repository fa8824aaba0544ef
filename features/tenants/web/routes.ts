import { IconBuildingStore } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const tenantPlace = { words: 'tenants', path: '/companies', icon: IconBuildingStore } as const

export const screens = recordScreens({
  ...tenantPlace,
  screen: 'companies',
  noun: 'tenant',
  menu: { section: 'organisation', order: 10 },
  list: lazyScreen(() => import('./tenant-list.tsx'), 'TenantList'),
  add: lazyScreen(() => import('./tenant-form.tsx'), 'AddTenant'),
  edit: lazyScreen(() => import('./tenant-form.tsx'), 'EditTenant'),
})
