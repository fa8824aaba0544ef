// The estimate of a ticket: an instant on the wire, a day and a time of the business unit's clock in the form.
import { dayIn, knownZone } from '#platform/contract/local-time.ts'

/** `day` is YYYY-MM-DD, `time` is HH:MM. Null and empty: no estimate. */
export type LocalMoment = { day: string | null; time: string }

export const noMoment: LocalMoment = { day: null, time: '' }

export function momentIn(timezone: string, instant: Date): LocalMoment {
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', hourCycle: 'h23', ...knownZone(timezone) })
  return { day: dayIn(timezone, instant), time: clock.format(instant) }
}

/** The instant that a clock in the time zone shows so; null when day or time is missing or wrong. */
export function instantIn(timezone: string, { day, time }: LocalMoment): Date | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (day === null || Number.isNaN(asUtc)) return null
  // The offset of the first guess may be that of the other side of a change of clocks.
  const first = asUtc - offsetAt(timezone, asUtc)
  return new Date(asUtc - offsetAt(timezone, first))
}

/** How far the clock of the time zone is ahead of UTC, in milliseconds. */
function offsetAt(timezone: string, instant: number): number {
  const { day, time } = momentIn(timezone, new Date(instant))
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(instant / 60_000) * 60_000
}
