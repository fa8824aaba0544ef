import { triggersPath } from '#features/automation/tasks/web/exports.tsx'

export const triggerPlace = {
  phrasePrefix: 'automation.triggers',
  path: triggersPath,
} as const
