import { IconBuildingStore } from '@tabler/icons-react'

export const tenantPlace = { words: 'tenants', path: '/companies', icon: IconBuildingStore } as const
