import { IconUser } from '@tabler/icons-react'

export const userPlace = { words: 'people.users', path: '/user', icon: IconUser } as const
