import { IconFileInvoice } from '@tabler/icons-react'

export const billingPlace = { phrasePrefix: 'business.billing', path: '/billing', icon: IconFileInvoice } as const
