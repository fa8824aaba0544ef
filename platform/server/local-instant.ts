import type { DateTime } from 'luxon'

/** What a clock change does to a local time. `skipped`: the time does not exist on the day; `repeated`: it happens twice. */
export const clockChanges = ['skipped', 'repeated'] as const
export type ClockChange = (typeof clockChanges)[number]

/**
 * The instant of a local time of day, such as `08:30`; `24:00` is the end of the day. Of two instants with the same local time the earlier
 * one counts. A time that a clock change skips is as much later as the clock was moved.
 */
export const localInstant = (day: DateTime, time: string): Date => localTime(day, time).at

/** The instant of a local time of day, with the clock change that concerns it; null: none does. */
export function localTime(day: DateTime, time: string): { at: Date; change: ClockChange | null } {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const dayOfHour = hour === 24 ? day.plus({ days: 1 }) : day
  const there = dayOfHour.set({ hour: hour % 24, minute, second: 0, millisecond: 0 })
  const instants = there.getPossibleOffsets().toSorted((a, b) => a.toMillis() - b.toMillis())
  const isSkipped = there.hour !== hour % 24 || there.minute !== minute
  const change = isSkipped ? 'skipped' : instants.length > 1 ? 'repeated' : null
  return { at: (instants[0] ?? there).toJSDate(), change }
}
