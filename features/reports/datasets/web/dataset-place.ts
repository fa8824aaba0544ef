import { IconDatabase } from '@tabler/icons-react'

export const datasetPlace = { words: 'reports.datasets', path: '/powerbi/datasets', icon: IconDatabase } as const
