import { expect, test } from 'vitest'
import { relativeDates } from './relative-dates.ts'

/** The current time in the tests, a Friday. */
const now = Date.parse('2013-11-29T15:00:00Z')
const [LAST, THIS, NEXT] = [0, 1, 2] as const

test.each([
  ['last 3 days with today', LAST, 3, 0, true, '2013-11-27', '2013-11-30'],
  ['last 3 days without today', LAST, 3, 0, false, '2013-11-26', '2013-11-29'],
  ['last 3 months with today', LAST, 3, 3, true, '2013-08-30', '2013-11-30'],
  ['last 2 calendar months', LAST, 2, 4, true, '2013-09-01', '2013-11-01'],
  ['this week, from Sunday', THIS, 1, 2, true, '2013-11-24', '2013-12-01'],
  ['this year', THIS, 1, 6, true, '2013-01-01', '2014-01-01'],
  ['next 2 weeks', NEXT, 2, 1, false, '2013-11-30', '2013-12-14'],
  ['next calendar year', NEXT, 1, 6, true, '2014-01-01', '2015-01-01'],
] as const)('%s', (_, operator, timeUnitsCount, timeUnitType, includeToday, from, until) => {
  const filter = {
    filterType: 4,
    target: { table: 'Date', column: 'Date' },
    operator,
    timeUnitsCount,
    timeUnitType,
    includeToday,
  } as const
  expect(relativeDates(filter, now)).toEqual({ from, until })
})
