export const shiftPlace = { phrasePrefix: 'organisation.shifts', path: '/shifts' } as const
