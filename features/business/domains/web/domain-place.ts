import { IconWorldWww } from '@tabler/icons-react'

export const domainPlace = { words: 'business.domains', path: '/domain', icon: IconWorldWww } as const
