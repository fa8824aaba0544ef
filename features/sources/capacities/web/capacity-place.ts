import { IconServerBolt } from '@tabler/icons-react'

export const capacityPlace = {
  phrasePrefix: 'sources.capacities',
  path: '/powerbi/resources',
  icon: IconServerBolt,
} as const
