export const billingPlace = { phrasePrefix: 'business.billing', path: '/billing' } as const
