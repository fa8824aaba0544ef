export const externalPlace = { phrasePrefix: 'reports.external', path: '/external_reports' } as const
