import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { openRows } from '#report-service/samples/sample-engine.ts'
import { lastMonthSales, nextAt, pastAt, profitLimit, salesLimit } from './work.ts'

const workingDays = { timezone: 'America/Sao_Paulo', days: [1, 2, 3, 4, 5], times: ['13:00', '06:00'] }
const after = (local: string, schedule = workingDays) =>
  DateTime.fromJSDate(nextAt(schedule, DateTime.fromISO(local, { zone: 'America/Sao_Paulo' })), {
    zone: 'America/Sao_Paulo',
  }).toFormat('yyyy-MM-dd HH:mm')

test('the next time of a schedule of the demo may be today, and is never past', () => {
  // 2026-11-27 is a Friday.
  expect(after('2026-11-27T05:00')).toBe('2026-11-27 06:00')
  expect(after('2026-11-27T06:00')).toBe('2026-11-27 13:00')
  expect(after('2026-11-27T12:59')).toBe('2026-11-27 13:00')
  expect(after('2026-11-27T13:00')).toBe('2026-11-30 06:00')
  expect(after('2026-11-28T09:00')).toBe('2026-11-30 06:00')
})

test('a schedule of one day a week comes again after seven days', () => {
  const monday = { ...workingDays, days: [1], times: ['08:00'] }
  expect(after('2026-11-30T07:59', monday)).toBe('2026-11-30 08:00')
  expect(after('2026-11-30T08:00', monday)).toBe('2026-12-07 08:00')
})

test('a schedule of the demo has run at each of its times until now', () => {
  const zone = 'America/Sao_Paulo'
  const ran = (since: string, now: string) =>
    pastAt(
      { timezone: zone, days: [1], times: ['08:00'] },
      DateTime.fromISO(since, { zone }).toJSDate(),
      DateTime.fromISO(now, { zone }),
    ).map((instant) => DateTime.fromJSDate(instant, { zone }).toFormat('MM-dd HH:mm'))
  // 2026-11-02 is a Monday.
  expect(ran('2026-11-02T11:30', '2026-11-30T07:59')).toEqual(['11-09 08:00', '11-16 08:00', '11-23 08:00'])
  expect(ran('2026-11-02T07:30', '2026-11-16T08:00')).toEqual(['11-02 08:00', '11-09 08:00', '11-16 08:00'])
  expect(ran('2026-11-16T09:00', '2026-11-17T09:00')).toEqual([])
})

test('the runs of the alerts have the results that the samples give', async () => {
  const sql = await openRows()
  const [[sales]] = (await sql(`
    select sum(SalesAmount) from FactResellerSales join DimDate on DateKey = OrderDateKey
     group by CalendarYear, MonthNumberOfYear order by CalendarYear desc, MonthNumberOfYear desc limit 1`)) as [
    [unknown],
  ]
  expect(Number(sales)).toBeCloseTo(lastMonthSales, 1)
  expect(lastMonthSales).toBeLessThan(salesLimit)
  const [[worst]] = (await sql(`
    select sum(SalesAmount - TotalProductCost) as profit
      from FactResellerSales f join DimSalesTerritory t on t.SalesTerritoryKey = f.SalesTerritoryKey
     group by SalesTerritoryCountry order by profit limit 1`)) as [[unknown]]
  expect(Number(worst)).toBeGreaterThan(profitLimit)
})
