export const datasetPlace = { phrasePrefix: 'reports.datasets', path: '/powerbi/datasets' } as const
