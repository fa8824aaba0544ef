// Rate limit per minute for cheap calls that need no session. It counts in this process only. Limits over all processes (sign-in
// attempts) are counted in the database.
export type Limiter = { admits(key: string, now: Date): boolean }

const mostKeys = 10_000

export function createLimiter({ perMinute }: { perMinute: number }): Limiter {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    admits(key, now) {
      const present = Math.floor(now.getTime() / 60_000)
      if (present !== minute) {
        minute = present
        counts = new Map()
      }
      // When the table is full, new keys are refused. Otherwise a flood of keys could reset the counts.
      if (counts.size >= mostKeys && !counts.has(key)) return false
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= perMinute
    },
  }
}
