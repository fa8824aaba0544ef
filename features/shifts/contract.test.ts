import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysAtFault, type Interval } from './contract.ts'

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const interval = fc
  .record({
    day: fc.constantFrom(1, 2, 7),
    from: fc.integer({ min: 0, max: 1440 }),
    to: fc.integer({ min: 0, max: 1440 }),
  })
  .map(({ day, from, to }) => ({ day: day as Interval['day'], from, to }))

test('a day is at fault exactly when two intervals overlap or an interval is empty (property test)', () => {
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 5 }), (drawn) => {
      const expected = ([1, 2, 7] as const).filter((wanted) => {
        const ofDay = drawn.filter(({ day }) => day === wanted)
        const minutes = ofDay.flatMap(({ from, to }) =>
          Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at),
        )
        return ofDay.some(({ from, to }) => from >= to) || new Set(minutes).size < minutes.length
      })
      const hours = drawn.map(({ day, from, to }) => ({ day, from: clock(from), to: clock(to) }))
      expect(daysAtFault(hours)).toEqual(expected)
    }),
  )
})
