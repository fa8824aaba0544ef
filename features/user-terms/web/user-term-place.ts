import { IconFileCertificate } from '@tabler/icons-react'

export const userTermPlace = { words: 'userTerms', path: '/user_terms', icon: IconFileCertificate } as const
