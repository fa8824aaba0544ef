import { IconWorldWww } from '@tabler/icons-react'

export const domainPlace = { phrasePrefix: 'business.domains', path: '/domain', icon: IconWorldWww } as const
