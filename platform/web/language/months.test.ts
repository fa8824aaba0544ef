import { expect, it } from 'vitest'
import { monthsLater, shortMonth } from './months.ts'

it('months count over the end of a year, and are written with the month first', () => {
  expect(['2026-01', '2026-12', '2026-03'].map((month) => monthsLater(month, -2))).toEqual([
    '2025-11',
    '2026-10',
    '2026-01',
  ])
  expect(monthsLater('2026-12', 1)).toBe('2027-01')
  expect(shortMonth('2026-03')).toBe('03/2026')
})
