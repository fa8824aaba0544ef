import { IconNews } from '@tabler/icons-react'

export const changelogPlace = { words: 'messaging.changelog', path: '/updates', icon: IconNews } as const
