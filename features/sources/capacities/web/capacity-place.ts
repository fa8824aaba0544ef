import { IconServerBolt } from '@tabler/icons-react'

export const capacityPlace = {
  words: 'sources.capacities',
  path: '/powerbi/resources',
  icon: IconServerBolt,
} as const
