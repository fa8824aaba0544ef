import { IconWorldWww } from '@tabler/icons-react'

export const domainPlace = { words: 'domains', path: '/domain', icon: IconWorldWww } as const
