import { IconDatabase } from '@tabler/icons-react'

export const datasetPlace = { phrasePrefix: 'reports.datasets', path: '/powerbi/datasets', icon: IconDatabase } as const
