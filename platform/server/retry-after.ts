// Who was told to wait, kept in memory: whoever comes before that costs nothing more than the answer.

export type RetryAfterStore = {
  /** Seconds that are left of a wait; null when there is none. */
  left(caller: string, now: Date): number | null
  tell(caller: string, seconds: number, now: Date): void
  forget(caller: string): void
}

/** So many waits at the most: with one more the oldest is forgotten, and is found out anew. */
export function createRetryAfterStore(most: number): RetryAfterStore {
  const until = new Map<string, number>()
  return {
    left(caller, now) {
      const seconds = ((until.get(caller) ?? 0) - now.getTime()) / 1_000
      if (seconds > 0) return seconds
      until.delete(caller)
      return null
    },
    tell(caller, seconds, now) {
      const [oldest] = until.keys()
      if (until.size >= most && oldest !== undefined) until.delete(oldest)
      until.set(caller, now.getTime() + seconds * 1_000)
    },
    forget: (caller) => void until.delete(caller),
  }
}
