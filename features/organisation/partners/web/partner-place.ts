export const partnerPlace = { phrasePrefix: 'organisation.partners', path: '/partners' } as const
