import { IconBuildingStore } from '@tabler/icons-react'
import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'

const screen = 'companies'

export const tenantScreens: ScreenEntry[] = [
  {
    path: '/companies',
    screen,
    permission: 'tenant.read',
    menu: { section: 'organisation', order: 10, icon: IconBuildingStore, label: 'tenants.title' },
    component: lazyScreen(() => import('./tenant-list.tsx'), 'TenantList'),
  },
  {
    path: '/companies/add',
    screen,
    permission: 'tenant.add',
    menu: null,
    component: lazyScreen(() => import('./tenant-form.tsx'), 'AddTenant'),
  },
  {
    path: '/companies/$id',
    screen,
    permission: 'tenant.read',
    menu: null,
    component: lazyScreen(() => import('./tenant-form.tsx'), 'EditTenant'),
  },
]
