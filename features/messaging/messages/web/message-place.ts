import { IconSpeakerphone } from '@tabler/icons-react'

export const messagePlace = {
  words: 'messaging.messages',
  path: '/notifications/messages',
  icon: IconSpeakerphone,
} as const
