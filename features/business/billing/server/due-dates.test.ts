import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dueDate, nextBusinessDay } from './due-dates.ts'

const rule = { due_on_business_day: true, state: null } as const

it('moves a due date from a weekend, a holiday of Brazil and one of the federal unit', async () => {
  // A Saturday, and the Monday after it is the day of the Independence of Brazil.
  expect(await dueDate({ ...rule, today: '2026-08-26', due_days: 10 })).toBe('2026-09-08')
  expect(await dueDate({ ...rule, due_on_business_day: false, today: '2026-08-26', due_days: 10 })).toBe('2026-09-05')
  // 9 July is a holiday of São Paulo only.
  expect(await dueDate({ ...rule, today: '2026-07-01', due_days: 8 })).toBe('2026-07-09')
  expect(await dueDate({ ...rule, state: 'SP', today: '2026-07-01', due_days: 8 })).toBe('2026-07-10')
  // The holiday after the last weekend of a year is in the next year.
  expect(await dueDate({ ...rule, today: '2026-12-22', due_days: 10 })).toBe('2027-01-04')
  expect(await dueDate({ ...rule, today: '2026-02-20', due_days: 0 })).toBe('2026-02-20')
})

it('finds the first business day that is not before the day', () => {
  const days = fc.integer({ min: 0, max: 4_000 }).map((days) => day(days))
  fc.assert(
    fc.property(days, fc.uniqueArray(days, { maxLength: 40 }), (from, holidays) => {
      const found = nextBusinessDay(from, new Set(holidays))
      const isFree = (each: string) => !holidays.includes(each) && ![0, 6].includes(new Date(each).getUTCDay())
      expect(found >= from && isFree(found)).toBe(true)
      for (let each = from; each < found; each = day(numberOf(each) + 1)) expect(isFree(each)).toBe(false)
    }),
  )
})

const first = Date.UTC(2024, 0, 1)
const day = (days: number) => new Date(first + days * 86_400_000).toISOString().slice(0, 10)
const numberOf = (each: string) => (Date.parse(each) - first) / 86_400_000
