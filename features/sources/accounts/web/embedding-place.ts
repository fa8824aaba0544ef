export const accountPlace = { phrasePrefix: 'sources.accounts', path: '/powerbi' } as const
