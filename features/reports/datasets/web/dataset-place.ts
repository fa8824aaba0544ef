export const datasetPlace = { phrasePrefix: 'reports.datasets', path: '/powerbi/datasets' } as const

/** The planned refreshes of all data sets. */
export const refreshesPath = `${datasetPlace.path}/calendar` as const
