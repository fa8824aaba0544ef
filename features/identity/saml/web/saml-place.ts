import { IconShieldLock } from '@tabler/icons-react'

export const samlPlace = { words: 'identity.saml', path: '/azure/saml', icon: IconShieldLock } as const
