import { IconMailCog } from '@tabler/icons-react'

export const templatePlace = {
  phrasePrefix: 'messaging.templates',
  path: '/notifications/templates',
  icon: IconMailCog,
} as const
