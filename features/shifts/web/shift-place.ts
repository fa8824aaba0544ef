import { IconClockHour4 } from '@tabler/icons-react'

export const shiftPlace = { words: 'shifts', path: '/shifts', icon: IconClockHour4 } as const
