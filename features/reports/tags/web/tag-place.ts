export const tagPlace = { phrasePrefix: 'reports.tags', path: '/tags' } as const
