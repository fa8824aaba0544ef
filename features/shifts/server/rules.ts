import type { Interval } from '../contract.ts'

/** Each ends after it begins, and no two of a day share a minute; one may begin where another ends. */
export function areApart(hours: readonly Interval[]): boolean {
  const sorted = hours.toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from))
  return sorted.every(({ day, from, to }, at) => {
    const next = sorted[at + 1]
    return from < to && (next?.day !== day || to <= next.from)
  })
}
