import { IconSpeakerphone } from '@tabler/icons-react'

export const messagePlace = {
  phrasePrefix: 'messaging.messages',
  path: '/notifications/messages',
  icon: IconSpeakerphone,
} as const
