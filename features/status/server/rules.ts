type Failure = { code: string; count: number; last_at: string }
type Seen = { report_service: boolean | null; failures: Failure[] }

/** The failures of several processes as one list, latest first. */
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

/** One process that does not reach the report service is reason to look; where nobody has one there is nothing to reach. */
export function reachesReports(seen: Seen[]): boolean | null {
  const asked = seen.flatMap(({ report_service }) => report_service ?? [])
  return asked.length === 0 ? null : asked.every(Boolean)
}
