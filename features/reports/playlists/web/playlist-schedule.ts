// Decides which item of a playlist is shown next. Pure functions, no I/O.
import type { PlaylistItem } from '../contract.ts'

type Hours = PlaylistItem['hours']
type Timed = { id: string; hours: Hours }

const days: Record<string, number> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Weekday (Monday is 1) and HH:MM of an instant in a time zone, across changes of daylight-saving time. */
export function localTime(instant: Date, timeZone: string): { day: number; time: string } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return { day: days[parts.get('weekday') ?? ''] ?? 1, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

/**
 * Whether an item with these hours is shown at an instant. Without hours it is always shown. `from` is included, `to` is not. A `to` before
 * `from` is on the next day: 22:00–06:00 crosses midnight.
 */
export function isDue(hours: Hours, instant: Date, timeZone: string): boolean {
  if (hours.length === 0) return true
  const { day, time } = localTime(instant, timeZone)
  const yesterday = day === 1 ? 7 : day - 1
  return hours.some(({ day: begins, from, to }) =>
    from < to
      ? begins === day && time >= from && time < to
      : (begins === day && time >= from) || (begins === yesterday && time < to),
  )
}

/** The first item after `afterId` that is shown now, in a circle; null if there is none. A single item follows itself. */
export function nextItem<Item extends Timed>(
  items: readonly Item[],
  afterId: string | null,
  instant: Date,
  timeZone: string,
): Item | null {
  const start = items.findIndex(({ id }) => id === afterId) + 1
  const inOrder = [...items.slice(start), ...items.slice(0, start)]
  return inOrder.find(({ hours }) => isDue(hours, instant, timeZone)) ?? null
}
