import { IconReceipt } from '@tabler/icons-react'

export const clientPlace = { words: 'clients', path: '/client', icon: IconReceipt } as const
