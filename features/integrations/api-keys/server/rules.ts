import { apiKeys } from '#catalogue/limits.ts'

const dayMs = 86_400_000

/** True for a last day that is neither over nor more than the longest lifetime away. Both days as YYYY-MM-DD. */
export function isLifetimeAllowed(today: string, lastDay: string): boolean {
  const days = (Date.parse(lastDay) - Date.parse(today)) / dayMs
  return days >= 0 && days <= apiKeys.days
}

/** The warning that is due this long before the end of a key: the shortest one that is not yet over. Null: none. */
export function dueWarning(msLeft: number): number | null {
  return msLeft <= 0
    ? null
    : (apiKeys.warnDays.toSorted((a, b) => a - b).find((days) => msLeft <= days * dayMs) ?? null)
}
