import { IconReceipt } from '@tabler/icons-react'

export const clientPlace = { words: 'business.clients', path: '/client', icon: IconReceipt } as const
