// Converts relative dates such as "in the last 3 months" to a date range.
import { DateTime } from 'luxon'
import type { RelativeDateFilter } from './definition.ts'

const UNITS = ['day', 'week', 'week', 'month', 'month', 'year', 'year'] as const
/** Calendar units: whole weeks, months and years. The current one is not included in "last" or "next". */
const CALENDAR = new Set([2, 4, 6])

/** The date range as `2013-11-29`: `from` is included, `until` is not. `now` is in milliseconds; days are UTC days. */
export function relativeDates(filter: RelativeDateFilter, now: number): { from: string; until: string } {
  const today = DateTime.fromMillis(now, { zone: 'utc' }).startOf('day')
  const unit = UNITS[filter.timeUnitType]
  const span = (count: number) => ({ [`${unit}s`]: count })
  if (filter.operator === 1) {
    const start = startOf(today, unit)
    return days(start, start.plus(span(1)))
  }
  const count = filter.timeUnitsCount
  const isCalendar = CALENDAR.has(filter.timeUnitType)
  if (filter.operator === 0) {
    const until = isCalendar ? startOf(today, unit) : today.plus({ days: filter.includeToday ? 1 : 0 })
    return days(until.minus(span(count)), until)
  }
  const from = isCalendar ? startOf(today, unit).plus(span(1)) : today.plus({ days: filter.includeToday ? 0 : 1 })
  return days(from, from.plus(span(count)))
}

/** Start of a unit. Power BI's weeks begin on Sunday, Luxon's on Monday. */
const startOf = (day: DateTime, unit: (typeof UNITS)[number]): DateTime =>
  unit === 'week' ? day.minus({ days: day.weekday % 7 }) : day.startOf(unit)

const days = (from: DateTime, until: DateTime): { from: string; until: string } => ({
  from: from.toFormat('yyyy-MM-dd'),
  until: until.toFormat('yyyy-MM-dd'),
})
