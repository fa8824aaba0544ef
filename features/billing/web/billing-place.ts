import { IconFileInvoice } from '@tabler/icons-react'

export const billingPlace = { words: 'billing', path: '/billing', icon: IconFileInvoice } as const
