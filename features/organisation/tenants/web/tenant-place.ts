export const tenantPlace = { phrasePrefix: 'organisation.tenants', path: '/companies' } as const
