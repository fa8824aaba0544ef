import { IconMailCog } from '@tabler/icons-react'

export const templatePlace = {
  words: 'notifications.templates',
  path: '/notifications/templates',
  icon: IconMailCog,
} as const
