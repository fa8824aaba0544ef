import { IconClockPlay } from '@tabler/icons-react'

export const triggerPlace = {
  words: 'automation.triggers',
  path: '/auto_actions/triggers',
  icon: IconClockPlay,
} as const
