import { IconPlugConnected } from '@tabler/icons-react'

export const accountPlace = { words: 'sources.accounts', path: '/powerbi', icon: IconPlugConnected } as const
