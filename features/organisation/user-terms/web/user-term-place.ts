import { IconFileCertificate } from '@tabler/icons-react'

export const userTermPlace = {
  phrasePrefix: 'organisation.userTerms',
  path: '/user_terms',
  icon: IconFileCertificate,
} as const
