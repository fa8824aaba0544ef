import { IconWorldWww } from '@tabler/icons-react'

export const externalPlace = {
  phrasePrefix: 'reports.external',
  path: '/external_reports',
  icon: IconWorldWww,
} as const
