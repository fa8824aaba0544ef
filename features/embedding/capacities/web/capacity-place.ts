import { IconServerBolt } from '@tabler/icons-react'

export const capacityPlace = {
  words: 'embedding.capacities',
  path: '/powerbi/resources',
  icon: IconServerBolt,
} as const
