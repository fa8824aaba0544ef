import { IconSpeakerphone } from '@tabler/icons-react'

export const broadcastPlace = {
  phrasePrefix: 'messaging.broadcasts',
  path: '/broadcasts',
  icon: IconSpeakerphone,
} as const
