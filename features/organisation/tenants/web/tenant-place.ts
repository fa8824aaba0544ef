import { IconBuildingStore } from '@tabler/icons-react'

export const tenantPlace = {
  phrasePrefix: 'organisation.tenants',
  path: '/companies',
  icon: IconBuildingStore,
} as const
