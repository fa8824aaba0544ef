import { IconReportAnalytics } from '@tabler/icons-react'

export const managementPlace = {
  words: 'reports.management',
  path: '/management/report',
  icon: IconReportAnalytics,
} as const
