import { IconForms } from '@tabler/icons-react'

export const customFieldPlace = {
  phrasePrefix: 'organisation.customFields',
  path: '/custom_fields',
  icon: IconForms,
} as const
