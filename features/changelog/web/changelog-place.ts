import { IconNews } from '@tabler/icons-react'

export const changelogPlace = { words: 'changelog', path: '/updates', icon: IconNews } as const
