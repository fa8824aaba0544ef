import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { daysAtFault, interval, type Interval, makeDayClock, makeWeek } from './week.ts'

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const intervals = fc
  .record({
    day: fc.constantFrom(1, 2, 7),
    from: fc.integer({ min: 0, max: 1439 }),
    to: fc.integer({ min: 0, max: 1440 }),
  })
  .map(({ day, from, to }) => ({ day: day as Interval['day'], from, to }))

test('a day is at fault exactly when two intervals overlap or an interval is empty (property test)', () => {
  fc.assert(
    fc.property(fc.array(intervals, { maxLength: 5 }), (drawn) => {
      const minutesOf = ({ day, from, to }: (typeof drawn)[number]) =>
        Array.from(
          { length: to < from ? to - from + 1440 : to - from },
          (_, index) => ((day - 1) * 1440 + from + index) % 10_080,
        )
      const expected = ([1, 2, 7] as const).filter((wanted) =>
        drawn.some((one, index) => {
          if (one.day !== wanted) return false
          const own = minutesOf(one)
          const others = new Set(drawn.flatMap((other, otherAt) => (otherAt === index ? [] : minutesOf(other))))
          return own.length === 0 || own.some((minute) => others.has(minute))
        }),
      )
      const hours = drawn.map(({ day, from, to }) => ({ day, from: clock(from), to: clock(to) }))
      expect(daysAtFault(hours)).toEqual(expected)
    }),
  )
})

test('a night that crosses midnight is one interval; it overlaps the morning of the next day, also from Sunday to Monday', () => {
  const night: Interval = { day: 7, from: '22:00', to: '06:00' }
  expect(daysAtFault([night])).toEqual([])
  expect(daysAtFault([night, { day: 1, from: '06:00', to: '12:00' }])).toEqual([])
  expect(daysAtFault([night, { day: 1, from: '05:59', to: '12:00' }])).toEqual([1, 7])
  expect(daysAtFault([{ day: 3, from: '08:00', to: '08:00' }])).toEqual([3])
})

test('weekdays have their names on the wire', () => {
  const wire = { day: 'SUNDAY', from: '22:00', to: '06:00' } as const
  expect(z.encode(interval, { day: 7, from: '22:00', to: '06:00' })).toEqual(wire)
  expect(interval.parse(wire)).toEqual({ day: 7, from: '22:00', to: '06:00' })
  expect(interval.safeParse({ ...wire, day: 7 }).success).toBe(false)
})

test('a beginning at midnight is 00:00, an end at midnight is 24:00', () => {
  const isAccepted = (from: string, to: string) => interval.safeParse({ day: 'MONDAY', from, to }).success
  expect([isAccepted('00:00', '24:00'), isAccepted('24:00', '10:00'), isAccepted('23:59', '24:00')]).toEqual([
    true,
    false,
    true,
  ])
})

test('a week begins on Sunday in pt-BR and en-US, and on Monday in es and pt-PT', () => {
  const firstDays = ['pt-BR', 'en-US', 'es', 'pt-PT'].map((language) => makeWeek(language).days[0])
  expect(firstDays).toEqual([7, 7, 1, 1])
  expect(makeWeek('pt-BR').days).toEqual([7, 1, 2, 3, 4, 5, 6])
})

test('hours are on a 12-hour clock in en-US and on a 24-hour clock elsewhere', () => {
  const hours: Interval[] = [
    { day: 1, from: '08:00', to: '12:30' },
    { day: 1, from: '13:00', to: '24:00' },
  ]
  const inWords = (language: string) => makeWeek(language).inWords(hours).replaceAll('\u00A0', ' ')
  expect(inWords('en-US')).toBe('Mon 8:00 AM–12:30 PM 1:00 PM–12:00 AM')
  expect(inWords('pt-BR')).toBe('seg 08:00–12:30 13:00–24:00')
})

test('a typed time is read in both notations; what is no time stays for the server to judge', () => {
  const { read, shown } = makeDayClock('en-US')
  const typed = ['8', '8:30', '0830', '8 pm', '8:15PM', '12 am', '12 PM', '18:00', '13 pm', 'noon', '']
  expect(typed.map((text) => read(text))).toEqual([
    '08:00',
    '08:30',
    '08:30',
    '20:00',
    '20:15',
    '00:00',
    '12:00',
    '18:00',
    '13 pm',
    'noon',
    '',
  ])
  expect([read('12:00 AM', true), read('0', true), read('12:00 PM', true)]).toEqual(['24:00', '24:00', '12:00'])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1440 }), (minute) => {
      const time = clock(minute)
      expect(read(shown(time), time === '24:00')).toBe(time)
    }),
  )
})
