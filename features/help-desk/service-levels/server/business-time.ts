// Working time: the minutes of a time zone that are in the weekly hours and on no closed day. Pure, and exact at clock changes: a local
// time that a clock change repeats counts twice, one that it skips counts never.
import { IANAZone } from 'luxon'
import type { Interval } from '#platform/contract/week.ts'

export type Calendar = {
  timezone: string
  hours: readonly Interval[]
  /** Local days, YYYY-MM-DD, that are closed from 00:00 to 24:00. */
  closedDays: ReadonlySet<string>
}

/** A time in which something is counted, in milliseconds since 1970. `to` null: it has not ended. */
export type Span = { from: number; to: number | null }

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** Beyond this nothing is computed: hours that never come have no due time. */
const horizonDays = 400
const horizonMs = horizonDays * dayMs

/** The longest working time of a target, in hours: that of the whole weeks before the horizon. */
export function longestTarget(hours: readonly Interval[]): number {
  const minutes = [...hoursByWeekday(hours).values()].flat().reduce((sum, { from, to }) => sum + to - from, 0)
  return (minutes * Math.floor(horizonDays / 7)) / 60
}

/** The instant at which `targetMs` of working time in the spans are over; null: the spans do not reach it. */
export function dueAt(calendar: Calendar, spans: readonly Span[], targetMs: number): number | null {
  let left = targetMs
  for (const { from, to } of spans) {
    for (const piece of workingPieces(calendar, from, to ?? from + horizonMs)) {
      const length = piece.to - piece.from
      if (length >= left) return piece.from + left
      left -= length
    }
  }
  return null
}

/** The working time between two instants, in milliseconds. */
export function workingMs(calendar: Calendar, from: number, to: number): number {
  let sum = 0
  for (const piece of workingPieces(calendar, from, Math.min(to, from + horizonMs))) sum += piece.to - piece.from
  return sum
}

/** The instant, if it is working time, else the begin of the next working time; null: there is none. */
export function nextWorkingTime(calendar: Calendar, instant: number): number | null {
  for (const piece of workingPieces(calendar, instant, instant + horizonMs)) return piece.from
  return null
}

/** The pieces of working time between two instants, in order. Adjacent pieces may be the same hours. */
function* workingPieces(calendar: Calendar, from: number, to: number): Generator<{ from: number; to: number }> {
  const week = hoursByWeekday(calendar.hours)
  if (week.size === 0) return
  for (const { begin, end, offset } of constantOffsets(calendar.timezone, from, to)) {
    // In a piece with one offset, local time runs as fast as UTC.
    const localEnd = end + offset
    for (let local = Math.floor((begin + offset) / dayMs) * dayMs; local < localEnd; local += dayMs) {
      const midnight = new Date(local)
      const ofDay = week.get(midnight.getUTCDay() || 7)
      if (!ofDay || calendar.closedDays.has(midnight.toISOString().slice(0, 10))) continue
      for (const hours of ofDay) {
        const piece = {
          from: Math.max(local + hours.from * minuteMs - offset, begin),
          to: Math.min(local + hours.to * minuteMs - offset, end),
        }
        if (piece.from < piece.to) yield piece
      }
    }
  }
}

type Minutes = { from: number; to: number }

/** The hours of each weekday as minutes of the day. Hours over midnight are divided between two weekdays. */
function hoursByWeekday(hours: readonly Interval[]): Map<number, Minutes[]> {
  const week = new Map<number, Minutes[]>()
  const add = (day: number, minutes: Minutes) => {
    if (minutes.from < minutes.to) week.set(day, [...(week.get(day) ?? []), minutes])
  }
  for (const { day, from, to } of hours) {
    const [first, last] = [minuteOf(from), minuteOf(to)]
    if (first < last) add(day, { from: first, to: last })
    else {
      add(day, { from: first, to: 1_440 })
      add((day % 7) + 1, { from: 0, to: last })
    }
  }
  for (const [day, list] of week) {
    week.set(
      day,
      list.toSorted((one, other) => one.from - other.from),
    )
  }
  return week
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Offsets of time zones at midnight in UTC, by zone and day. A look-up takes some microseconds, and each row of a list needs many. */
const offsets = new Map<string, number>()
const maxOffsets = 20_000

function offsetAtMidnight(zone: IANAZone, instant: number): number {
  const key = `${zone.name} ${instant}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= maxOffsets) offsets.clear()
  const offset = zone.offset(instant)
  offsets.set(key, offset)
  return offset
}

/** Divides a time into pieces of at most one day in UTC in which the offset of the time zone from UTC, in milliseconds, does not change. */
function* constantOffsets(timezone: string, from: number, to: number) {
  const zone = IANAZone.create(timezone)
  const offsetAt = (instant: number) =>
    Math.round((instant % dayMs === 0 ? offsetAtMidnight(zone, instant) : zone.offset(instant)) * minuteMs)
  let begin = from
  let offset = offsetAt(begin)
  while (begin < to) {
    const end = Math.min((Math.floor(begin / dayMs) + 1) * dayMs, to)
    const after = offsetAt(end)
    if (after === offset) {
      yield { begin, end, offset }
      begin = end
      continue
    }
    // Clocks change at whole minutes: a binary search finds the first minute with the new offset.
    let [low, high] = [Math.floor(begin / minuteMs), Math.ceil(end / minuteMs)]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle * minuteMs) === offset) low = middle
      else high = middle
    }
    const change = Math.min(high * minuteMs, end)
    yield { begin, end: change, offset }
    begin = change
    offset = after
  }
}
