import { IconBuildingCommunity } from '@tabler/icons-react'

export const partnerPlace = { words: 'partners', path: '/partners', icon: IconBuildingCommunity } as const
