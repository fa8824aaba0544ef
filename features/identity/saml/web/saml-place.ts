export const samlPlace = { phrasePrefix: 'identity.saml', path: '/azure/saml' } as const
