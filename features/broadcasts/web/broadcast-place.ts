import { IconSpeakerphone } from '@tabler/icons-react'

export const broadcastPlace = { words: 'broadcasts', path: '/broadcasts', icon: IconSpeakerphone } as const
