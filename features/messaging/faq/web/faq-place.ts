import { IconMessageQuestion } from '@tabler/icons-react'

export const faqPlace = { words: 'messaging.faq', path: '/faq/entries', icon: IconMessageQuestion } as const
