import { IconCloudLock } from '@tabler/icons-react'

export const openidPlace = { phrasePrefix: 'identity.openid', path: '/azure/openid', icon: IconCloudLock } as const
