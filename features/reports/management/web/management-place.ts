import { IconReportAnalytics } from '@tabler/icons-react'

export const managementPlace = {
  phrasePrefix: 'reports.management',
  path: '/management/report',
  icon: IconReportAnalytics,
} as const
