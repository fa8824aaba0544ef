// Converts relative dates such as "in the last 3 months" to a date range, for the service that filters and the viewer that shows the range.
import type { RelativeDateOperator, TimeUnit } from './filter-operators.ts'

export type RelativeDates = {
  operator: RelativeDateOperator
  timeUnitsCount: number
  timeUnitType: TimeUnit
  includeToday: boolean
}

const UNITS = ['day', 'week', 'week', 'month', 'month', 'year', 'year'] as const
type Unit = (typeof UNITS)[number]
/** Calendar units: whole weeks, months and years. The current one is not included in "last" or "next". */
const CALENDAR = new Set([2, 4, 6])
const DAY_MS = 86_400_000

/** The unit of time of a filter, without the difference of rolling and calendar units. */
export const unitOf = ({ timeUnitType }: Pick<RelativeDates, 'timeUnitType'>): Unit => UNITS[timeUnitType]

/** The date range as `2013-11-29`: `from` is included, `until` is not. `now` is in milliseconds; days are UTC days. */
export function relativeDates(filter: RelativeDates, now: number): { from: string; until: string } {
  const today = new Date(Math.floor(now / DAY_MS) * DAY_MS)
  const unit = unitOf(filter)
  if (filter.operator === 1) {
    const start = startOf(today, unit)
    return days(start, add(start, 1, unit))
  }
  const count = filter.timeUnitsCount
  const isCalendar = CALENDAR.has(filter.timeUnitType)
  if (filter.operator === 0) {
    const until = isCalendar ? startOf(today, unit) : add(today, filter.includeToday ? 1 : 0, 'day')
    return days(add(until, -count, unit), until)
  }
  const from = isCalendar ? add(startOf(today, unit), 1, unit) : add(today, filter.includeToday ? 0 : 1, 'day')
  return days(from, add(from, count, unit))
}

/** Adds units. A day that the month does not have becomes the last one of the month. */
function add(day: Date, count: number, unit: Unit): Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  if (unit === 'day' || unit === 'week') return utc(year, month, date + count * (unit === 'week' ? 7 : 1))
  const months = month + count * (unit === 'year' ? 12 : 1)
  return utc(year, months, Math.min(date, utc(year, months + 1, 0).getUTCDate()))
}

/** Start of a unit. Power BI's weeks begin on Sunday. */
function startOf(day: Date, unit: Unit): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  if (unit === 'day') return day
  if (unit === 'week') return add(day, -day.getUTCDay(), 'day')
  return utc(year, unit === 'year' ? 0 : month, 1)
}

const utc = (year: number, month: number, date: number): Date => new Date(Date.UTC(year, month, date))

const days = (from: Date, until: Date): { from: string; until: string } => ({ from: text(from), until: text(until) })

/** A date outside the years of four digits cannot be compared, so it becomes the nearest that can. */
function text(day: Date): string {
  const at = day.getTime()
  const nearest = Number.isNaN(at) ? EARLIEST : Math.min(LATEST, Math.max(EARLIEST, at))
  return new Date(nearest).toISOString().slice(0, 10)
}
const EARLIEST = Date.UTC(1000, 0, 1)
const LATEST = Date.UTC(9999, 11, 31)
