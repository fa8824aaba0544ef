import type { DateTime } from 'luxon'

/**
 * The instant of a local time of day, such as `08:30`; `24:00` is the end of the day. Of two instants with the same local time the earlier
 * one counts. A time that a clock change skips is as much later as the clock was moved.
 */
export function localInstant(day: DateTime, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const dayOfHour = hour === 24 ? day.plus({ days: 1 }) : day
  const there = dayOfHour.set({ hour: hour % 24, minute, second: 0, millisecond: 0 })
  return (there.getPossibleOffsets().toSorted((a, b) => a.toMillis() - b.toMillis())[0] ?? there).toJSDate()
}
