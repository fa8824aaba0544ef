// Decisions about the days of a message: pure functions, no I/O.
import type { ErrorCode } from '#catalogue/errors.ts'

export type Days = { starts_on: string; ends_on: string | null }

/** Returns the faults of the message's days, by field. A stored day may lie in the past, a new one may not. */
export function faultsOfDays(days: Days, stored: Days | null, today: string): Partial<Record<keyof Days, ErrorCode>> {
  if (days.starts_on !== stored?.starts_on && days.starts_on < today) return { starts_on: 'broadcast.day_past' }
  if (days.ends_on === null) return {}
  if (days.ends_on < days.starts_on) return { ends_on: 'broadcast.days_swapped' }
  return days.ends_on !== stored?.ends_on && days.ends_on < today ? { ends_on: 'broadcast.day_past' } : {}
}
