import { IconShieldLock } from '@tabler/icons-react'

export const samlPlace = { phrasePrefix: 'identity.saml', path: '/azure/saml', icon: IconShieldLock } as const
