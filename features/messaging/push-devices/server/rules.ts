// Decisions about pushes: pure functions, no I/O.
import { DateTime } from 'luxon'
import { localInstant } from '#platform/server/local-instant.ts'

export type QuietHours = { quiet_from: string | null; quiet_to: string | null; timezone: string | null }

/**
 * Returns when the quiet hours end that contain the instant; null: it is in none. An end before the begin is on the next day. A clock change
 * moves begin and end as a local clock shows them (local-instant.ts).
 */
export function quietUntil(now: Date, { quiet_from: from, quiet_to: to, timezone }: QuietHours): Date | null {
  if (from === null || to === null || timezone === null || from === to) return null
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf('day')
  if (!today.isValid) return null
  // Hours that have begun yesterday may contain the instant.
  for (const day of [today.minus({ days: 1 }), today]) {
    const begin = localInstant(day, from)
    const end = localInstant(to < from ? day.plus({ days: 1 }) : day, to)
    if (begin <= now && now < end) return end
  }
  return null
}
