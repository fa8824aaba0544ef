import { IconClockPlay } from '@tabler/icons-react'

export const triggerPlace = { words: 'tasks.triggers', path: '/auto_actions/triggers', icon: IconClockPlay } as const
