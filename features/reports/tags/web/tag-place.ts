import { IconTags } from '@tabler/icons-react'

export const tagPlace = { phrasePrefix: 'reports.tags', path: '/tags', icon: IconTags } as const
