import { IconBuildingCommunity } from '@tabler/icons-react'

export const partnerPlace = { words: 'organisation.partners', path: '/partners', icon: IconBuildingCommunity } as const
