export const changelogPlace = { phrasePrefix: 'messaging.changelog', path: '/updates' } as const
