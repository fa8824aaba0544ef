import { expect, it } from 'vitest'
import { timeParts } from './due-time.ts'

it('says working time in minutes, in hours, or in both', () => {
  expect([45, 60, 135, 500].map(timeParts)).toEqual([
    { form: 'minutes', hours: 0, minutes: 45 },
    { form: 'hours', hours: 1, minutes: 0 },
    { form: 'both', hours: 2, minutes: 15 },
    { form: 'hours', hours: 8, minutes: 20 },
  ])
})
