import { IconChecklist } from '@tabler/icons-react'

/** Where the triggers of tasks are. */
export const triggersPath = '/auto_actions/triggers'

export const taskPlace = { words: 'automation.tasks', path: '/auto_actions', icon: IconChecklist } as const
