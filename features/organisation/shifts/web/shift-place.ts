import { IconClockHour4 } from '@tabler/icons-react'

export const shiftPlace = { phrasePrefix: 'organisation.shifts', path: '/shifts', icon: IconClockHour4 } as const
