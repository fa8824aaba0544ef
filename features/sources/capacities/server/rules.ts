// Decisions about capacities: the schedule, the pause without readers, what an error means. Pure functions, no I/O.
import { DateTime } from 'luxon'
import { localInstant } from '#platform/server/local-instant.ts'
import type { Interval } from '#platform/contract/week.ts'
import type { PowerBiErrorCode } from '#powerbi/server/power-bi.ts'
import type { CapacityProblem, CapacityState } from '../contract.ts'

type Span = { from: Date; to: Date }

/** The spans of hours around an instant, in order. Adjacent and overlapping hours are merged into one span. */
function spansAround(hours: readonly Interval[], zone: string, now: Date): Span[] {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day')
  const spans: Span[] = []
  for (let offset = -2; offset <= lastDay; offset += 1) {
    const day = today.plus({ days: offset })
    for (const { from, to } of hours.filter((each) => each.day === day.weekday)) {
      const end = to < from ? day.plus({ days: 1 }) : day
      spans.push({ from: localInstant(day, from), to: localInstant(end, to) })
    }
  }
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = span.to > last.to ? span.to : last.to
    else if (span.to > span.from) merged.push({ ...span })
  }
  return merged
}

/** Days before and after an instant: more than a week, because the first and the last span may be incomplete. */
const lastDay = 10
const soughtMs = 8 * 86_400_000

/** Whether the capacity runs by its schedule at an instant. */
export const isScheduled = (hours: readonly Interval[], zone: string, instant: Date): boolean =>
  spansAround(hours, zone, instant).some(({ from, to }) => from <= instant && instant < to)

/** When the schedule next starts or pauses the capacity; null without hours, and with hours that never end. */
export function nextSwitch(hours: readonly Interval[], zone: string, after: Date): Date | null {
  const switches = spansAround(hours, zone, after).flatMap(({ from, to }) => [from, to])
  const firstSwitch = switches.find((instant) => instant > after)
  return firstSwitch && firstSwitch.getTime() - after.getTime() < soughtMs ? firstSwitch : null
}

type Used = { inactive_minutes: number | null; state: CapacityState; last_used: Date }

/** Whether a running capacity has had no reader for `inactive_minutes`. */
export const isIdle = ({ inactive_minutes, state, last_used }: Used, now: Date): boolean =>
  state === 'running' && inactive_minutes !== null && now.getTime() - last_used.getTime() >= inactive_minutes * 60_000

/** States that Azure leaves by itself. */
export const isMoving = (state: CapacityState): boolean =>
  state === 'starting' || state === 'pausing' || state === 'scaling'

export function problemOf(code: PowerBiErrorCode): CapacityProblem {
  switch (code) {
    case 'credentials':
    case 'unauthorized':
      return 'credentials'
    case 'forbidden':
      return 'forbidden'
    case 'not_found':
      return 'missing'
    case 'conflict':
      return 'conflict'
    case 'throttled':
      return 'busy'
    case 'unavailable':
    case 'timeout':
    case 'network':
    case 'malformed':
      return 'unreachable'
    default:
      return 'refused'
  }
}
