import { IconChecklist } from '@tabler/icons-react'

export const taskPlace = { words: 'automation.tasks', path: '/auto_actions', icon: IconChecklist } as const
