import { IconCloudLock } from '@tabler/icons-react'

export const openidPlace = { words: 'signIn.openid', path: '/azure/openid', icon: IconCloudLock } as const
