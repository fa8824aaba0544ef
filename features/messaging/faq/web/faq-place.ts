export const faqPlace = { phrasePrefix: 'messaging.faq', path: '/faq/entries' } as const
