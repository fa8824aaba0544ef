export const appPlace = { phrasePrefix: 'reports.apps', path: '/apps' } as const
