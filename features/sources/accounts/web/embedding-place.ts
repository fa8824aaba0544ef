import { IconPlugConnected } from '@tabler/icons-react'

export const accountPlace = { phrasePrefix: 'sources.accounts', path: '/powerbi', icon: IconPlugConnected } as const
