import { IconBuildingStore } from '@tabler/icons-react'

export const tenantPlace = { words: 'organisation.tenants', path: '/companies', icon: IconBuildingStore } as const
