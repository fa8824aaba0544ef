import { IconSpeakerphone } from '@tabler/icons-react'

export const messagePlace = {
  words: 'notifications.messages',
  path: '/notifications/messages',
  icon: IconSpeakerphone,
} as const
