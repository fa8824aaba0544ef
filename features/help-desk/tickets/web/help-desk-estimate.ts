// The estimate of a ticket: an instant on the wire, a day and a time of the business unit's clock in the form.
import { dayIn, knownZone } from '#platform/contract/local-time.ts'

/** A local day (YYYY-MM-DD) and time (HH:MM). Null and empty: no estimate. */
export type LocalMoment = { day: string | null; time: string }

export const noMoment: LocalMoment = { day: null, time: '' }

export function momentIn(timezone: string, instant: Date): LocalMoment {
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', hourCycle: 'h23', ...knownZone(timezone) })
  return { day: dayIn(timezone, instant), time: clock.format(instant) }
}

/** Returns the instant of a local day and time; null when one of them is missing or invalid. */
export function instantIn(timezone: string, { day, time }: LocalMoment): Date | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (day === null || Number.isNaN(asUtc)) return null
  // The first estimate may use the offset before or after a clock change, so a second step corrects it.
  const first = asUtc - offsetAt(timezone, asUtc)
  return new Date(asUtc - offsetAt(timezone, first))
}

/** Returns the offset of the time zone from UTC, in milliseconds. */
function offsetAt(timezone: string, instant: number): number {
  const { day, time } = momentIn(timezone, new Date(instant))
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(instant / 60_000) * 60_000
}
