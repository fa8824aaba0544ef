import { IconSpeakerphone } from '@tabler/icons-react'

export const broadcastPlace = { words: 'messaging.broadcasts', path: '/broadcasts', icon: IconSpeakerphone } as const
