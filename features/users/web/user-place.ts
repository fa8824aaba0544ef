import { IconUser } from '@tabler/icons-react'

export const userPlace = { words: 'users', path: '/user', icon: IconUser } as const
