export const broadcastPlace = { phrasePrefix: 'messaging.broadcasts', path: '/broadcasts' } as const
