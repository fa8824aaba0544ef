export const customFieldPlace = { phrasePrefix: 'organisation.customFields', path: '/custom_fields' } as const
