import { IconClockPlay } from '@tabler/icons-react'
import { triggersPath } from '#features/automation/tasks/web/exports.tsx'

export const triggerPlace = {
  words: 'automation.triggers',
  path: triggersPath,
  icon: IconClockPlay,
} as const
