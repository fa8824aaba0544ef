// A cap on calls that cost little and that nobody need be signed in for. It counts in this process only: what must hold over all
// processes (guesses of a password) is counted in the database.
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
      // Whoever comes with more keys than there is room for gives nobody a new minute.
      if (counts.size >= mostKeys && !counts.has(key)) return false
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= perMinute
    },
  }
}
