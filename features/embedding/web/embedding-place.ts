import { IconPlugConnected } from '@tabler/icons-react'

export const accountPlace = { words: 'embedding', path: '/powerbi', icon: IconPlugConnected } as const
