export const maintenancePlace = { phrasePrefix: 'reports.maintenance', path: '/maintenance' } as const
