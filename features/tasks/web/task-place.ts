import { IconChecklist } from '@tabler/icons-react'

export const taskPlace = { words: 'tasks', path: '/auto_actions', icon: IconChecklist } as const
