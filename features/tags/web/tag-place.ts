import { IconTags } from '@tabler/icons-react'

export const tagPlace = { words: 'tags', path: '/tags', icon: IconTags } as const
