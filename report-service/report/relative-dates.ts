// "In the last 3 months" as the days it means today.
import { DateTime } from 'luxon'
import type { RelativeDateFilter } from './definition.ts'

const UNITS = ['day', 'week', 'week', 'month', 'month', 'year', 'year'] as const
/** Whole weeks, months and years: the running one does not count as past or next. */
const CALENDAR = new Set([2, 4, 6])

/** First day within, first day no more within, as `2013-11-29`. `now` in milliseconds; days are those of UTC. */
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

/** Power BI's weeks begin on Sunday, Luxon's on Monday. */
const startOf = (day: DateTime, unit: (typeof UNITS)[number]): DateTime =>
  unit === 'week' ? day.minus({ days: day.weekday % 7 }) : day.startOf(unit)

const days = (from: DateTime, until: DateTime): { from: string; until: string } => ({
  from: from.toFormat('yyyy-MM-dd'),
  until: until.toFormat('yyyy-MM-dd'),
})
