import { IconNews } from '@tabler/icons-react'

export const changelogPlace = { phrasePrefix: 'messaging.changelog', path: '/updates', icon: IconNews } as const
