export const clientPlace = { phrasePrefix: 'business.clients', path: '/client' } as const
