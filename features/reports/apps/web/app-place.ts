import { IconLayoutGrid } from '@tabler/icons-react'

export const appPlace = { phrasePrefix: 'reports.apps', path: '/apps', icon: IconLayoutGrid } as const
