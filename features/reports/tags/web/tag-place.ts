import { IconTags } from '@tabler/icons-react'

export const tagPlace = { words: 'reports.tags', path: '/tags', icon: IconTags } as const
