import { IconFileInvoice } from '@tabler/icons-react'

export const billingPlace = { words: 'business.billing', path: '/billing', icon: IconFileInvoice } as const
