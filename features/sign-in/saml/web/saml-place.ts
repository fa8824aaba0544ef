import { IconShieldLock } from '@tabler/icons-react'

export const samlPlace = { words: 'signIn.saml', path: '/azure/saml', icon: IconShieldLock } as const
