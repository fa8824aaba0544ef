export const openidPlace = { phrasePrefix: 'identity.openid', path: '/azure/openid' } as const
