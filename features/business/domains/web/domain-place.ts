export const domainPlace = { phrasePrefix: 'business.domains', path: '/domain' } as const
