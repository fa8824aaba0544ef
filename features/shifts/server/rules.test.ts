import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Interval } from '../contract.ts'
import { areApart } from './rules.ts'

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const interval = fc
  .record({
    day: fc.constantFrom(1, 2, 7),
    from: fc.integer({ min: 0, max: 1440 }),
    to: fc.integer({ min: 0, max: 1440 }),
  })
  .map(({ day, from, to }) => ({ day: day as Interval['day'], from, to }))

test('hours are apart exactly when no minute of a day is in two of them and each has one', () => {
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 5 }), (drawn) => {
      const minutes = drawn.flatMap(({ day, from, to }) =>
        Array.from({ length: Math.max(0, to - from) }, (_, at) => `${day} ${from + at}`),
      )
      const expected = drawn.every(({ from, to }) => from < to) && new Set(minutes).size === minutes.length
      expect(areApart(drawn.map(({ day, from, to }) => ({ day, from: clock(from), to: clock(to) })))).toBe(expected)
    }),
  )
})
