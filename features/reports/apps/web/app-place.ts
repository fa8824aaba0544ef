import { IconLayoutGrid } from '@tabler/icons-react'

export const appPlace = { words: 'reports.apps', path: '/apps', icon: IconLayoutGrid } as const
