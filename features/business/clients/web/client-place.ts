import { IconReceipt } from '@tabler/icons-react'

export const clientPlace = { phrasePrefix: 'business.clients', path: '/client', icon: IconReceipt } as const
