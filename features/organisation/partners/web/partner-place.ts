import { IconBuildingCommunity } from '@tabler/icons-react'

export const partnerPlace = {
  phrasePrefix: 'organisation.partners',
  path: '/partners',
  icon: IconBuildingCommunity,
} as const
