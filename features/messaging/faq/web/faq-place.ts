import { IconMessageQuestion } from '@tabler/icons-react'

export const faqPlace = { phrasePrefix: 'messaging.faq', path: '/faq/entries', icon: IconMessageQuestion } as const
