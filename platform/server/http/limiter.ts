// Rate limit per minute for cheap calls, per key and in total. It counts in this process only. Limits over all processes (sign-in
// attempts) are counted in the database.
export type Limiter = {
  admits(key: string, now: Date): boolean
  /** Takes back one admitted call of this minute, which turned out to cost nothing or to be welcome. */
  refund(key: string, now: Date): void
  /** The calls that a key has left in this minute, and the seconds until the next one begins. */
  left(key: string, now: Date): { calls: number; seconds: number }
}

export type RateLimit = {
  /** Calls of one key. */
  perMinute: number
  /** Calls of all keys together. A refused call does not count. Default: no limit. */
  allPerMinute?: number
}

const maxKeys = 10_000

export function createLimiter({ perMinute, allPerMinute = Infinity }: RateLimit): Limiter {
  let minute = 0
  let admitted = 0
  let counts = new Map<string, number>()
  return {
    admits(key, now) {
      const present = Math.floor(now.getTime() / 60_000)
      if (present !== minute) {
        minute = present
        counts = new Map()
        admitted = 0
      }
      // When the table is full, new keys are refused. Otherwise a flood of keys could reset the counts.
      if (counts.size >= maxKeys && !counts.has(key)) return false
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > perMinute || admitted >= allPerMinute) return false
      admitted += 1
      return true
    },
    refund(key, now) {
      const count = counts.get(key)
      if (count === undefined || Math.floor(now.getTime() / 60_000) !== minute) return
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
      admitted -= 1
    },
    left(key, now) {
      const isPresent = Math.floor(now.getTime() / 60_000) === minute
      const count = isPresent ? (counts.get(key) ?? 0) : 0
      return { calls: Math.max(0, perMinute - count), seconds: 60 - (Math.floor(now.getTime() / 1_000) % 60) }
    },
  }
}
