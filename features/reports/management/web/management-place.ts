export const managementPlace = {
  phrasePrefix: 'reports.management',
  path: '/management/report',
} as const
