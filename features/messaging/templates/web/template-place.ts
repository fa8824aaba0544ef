import { IconMailCog } from '@tabler/icons-react'

export const templatePlace = {
  words: 'messaging.templates',
  path: '/notifications/templates',
  icon: IconMailCog,
} as const
