import { type ReportsState, reportsStates } from '#platform/server/process-registry.ts'

type Failure = { code: string; count: number; last_at: string }
type ReportsReading = { report_service: ReportsState | null }

/** Merges the failures of several processes by code, latest first. */
export function mergeFailures(all: Failure[][]): { code: string; count: number; last_at: Date }[] {
  const merged = new Map<string, { count: number; last_at: string }>()
  for (const { code, count, last_at } of all.flat()) {
    const before = merged.get(code)
    const latest = before && before.last_at > last_at ? before.last_at : last_at
    merged.set(code, { count: (before?.count ?? 0) + count, last_at: latest })
  }
  return [...merged]
    .map(([code, { count, last_at }]) => ({ code, count, last_at: new Date(last_at) }))
    .toSorted((a, b) => b.last_at.getTime() - a.last_at.getTime())
}

/** Returns the worst state of the report service that a process reports; null if no process uses one. */
export function worstReportsState(readings: ReportsReading[]): ReportsState | null {
  return reportsStates.findLast((state) => readings.some(({ report_service }) => report_service === state)) ?? null
}
