import { IconCloudLock } from '@tabler/icons-react'

export const openidPlace = { words: 'identity.openid', path: '/azure/openid', icon: IconCloudLock } as const
