// The runs of a trigger, from its local times. Pure functions, no I/O.
import { DateTime } from 'luxon'
import { missedRuns } from '#catalogue/limits.ts'
import { type ClockChange, localTime } from '#platform/server/local-instant.ts'
import type { Frequency } from '../contract.ts'

export type Schedule = {
  enabled: boolean
  frequency: Frequency
  days: readonly number[]
  month_days: readonly number[]
  times: readonly string[]
  starts_on: string | null
  ends_on: string | null
}

/** The number of days to search. Every selected weekday or day of a month occurs within 33 days. */
const soughtDays = 33

/** A run and the local time for which it is planned. `change`: the clock change of that day concerns this time. */
export type PlannedRun = { at: Date; time: string; change: ClockChange | null }

/** Returns the first run after an instant; null: there is none. */
export const nextRun = (schedule: Schedule, zone: string, after: Date): Date | null =>
  nextPlanned(schedule, zone, after)?.at ?? null

/** Returns the first runs after an instant, at most `count`. */
export function nextRuns(schedule: Schedule, zone: string, after: Date, count: number): PlannedRun[] {
  const found: PlannedRun[] = []
  while (found.length < count) {
    const next = nextPlanned(schedule, zone, found.at(-1)?.at ?? after)
    if (next === null) break
    found.push(next)
  }
  return found
}

/** A local time that a clock change skips runs as much later as the clock was moved; a repeated local time runs once. */
function nextPlanned(schedule: Schedule, zone: string, after: Date): PlannedRun | null {
  if (!schedule.enabled) return null
  const yesterday = DateTime.fromJSDate(after, { zone }).startOf('day').minus({ days: 1 })
  const start = schedule.starts_on === null ? yesterday : DateTime.fromISO(schedule.starts_on, { zone })
  const first = DateTime.max(yesterday, start)
  for (let offset = 0; offset <= soughtDays; offset += 1) {
    const day = first.plus({ days: offset })
    if (schedule.ends_on !== null && (day.toISODate() ?? '') > schedule.ends_on) return null
    const firstRun = runsOfDay(schedule, day).find(({ at }) => at.getTime() > after.getTime())
    if (firstRun) return firstRun
  }
  return null
}

/** The runs of a local day, in order, each instant once. */
function runsOfDay(schedule: Schedule, day: DateTime): PlannedRun[] {
  if (!runsOn(schedule, day)) return []
  const planned = schedule.times.toSorted().map((time) => ({ time, ...localTime(day, time) }))
  const byInstant = Map.groupBy(planned, ({ at }) => at.getTime())
  return [...byInstant.values()].flatMap(([first]) => first ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

export type Missed = { count: number; from: Date; until: Date }
type Catching = { at: Date; missed: Missed | null }

/**
 * Decides what follows from a planned run whose time has come: `run`: the latest planned instant, which stands for the missed ones before it;
 * `tooOld`: instants that are only recorded, at the last of them. `hours`: how late a run may begin.
 */
export function dueRuns(
  schedule: Schedule,
  zone: string,
  first: Date,
  now: Date,
  hours: number = missedRuns.hours,
): { run: Catching | null; tooOld: Catching | null } {
  const due = [first]
  let day = DateTime.fromJSDate(first, { zone }).startOf('day')
  for (; day.toMillis() <= now.getTime(); day = day.plus({ days: 1 })) {
    if (schedule.ends_on !== null && (day.toISODate() ?? '') > schedule.ends_on) break
    const runs = runsOfDay(schedule, day).map(({ at }) => at)
    due.push(...runs.filter((each) => each > first && each <= now))
  }
  const isOlder = (each: Date, minutes: number) => now.getTime() - each.getTime() > minutes * 60_000
  const old = due.filter((each) => isOlder(each, hours * 60))
  const recent = due.filter((each) => !isOlder(each, hours * 60))
  const latest = recent.at(-1)
  return {
    run: latest ? { at: latest, missed: spanOf(recent.filter((each) => isOlder(each, missedRuns.minutes))) } : null,
    tooOld: old.length > 0 ? { at: old.at(-1) ?? first, missed: spanOf(old) } : null,
  }
}

function spanOf(instants: readonly Date[]): Missed | null {
  const [from, until] = [instants[0], instants.at(-1)]
  return from && until ? { count: instants.length, from, until } : null
}

function runsOn({ frequency, days, month_days }: Schedule, day: DateTime): boolean {
  if (frequency === 'daily') return true
  if (frequency === 'weekly') return days.includes(day.weekday)
  const last = day.daysInMonth ?? 31
  return month_days.some((each) => Math.min(each, last) === day.day)
}

/** Returns the field because of which the trigger would never run; null: it may run. */
export function faultOf({ frequency, days, month_days, starts_on, ends_on }: Schedule): keyof Schedule | null {
  if (frequency === 'weekly' && days.length === 0) return 'days'
  if (frequency === 'monthly' && month_days.length === 0) return 'month_days'
  return starts_on !== null && ends_on !== null && ends_on < starts_on ? 'ends_on' : null
}
