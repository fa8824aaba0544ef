// Remembers in memory which callers must wait. Until then the server refuses them without any other work.

export type RetryAfterStore = {
  /** Remaining seconds of a wait; null when the caller need not wait. */
  left(caller: string, now: Date): number | null
  note(caller: string, seconds: number, now: Date): void
  forget(caller: string): void
}

/** Remembers at most `most` callers. One more removes the oldest entry; the next check of that caller finds its wait again. */
export function createRetryAfterStore(max: number): RetryAfterStore {
  const until = new Map<string, number>()
  return {
    left(caller, now) {
      const seconds = ((until.get(caller) ?? 0) - now.getTime()) / 1_000
      if (seconds > 0) return seconds
      until.delete(caller)
      return null
    },
    note(caller, seconds, now) {
      const [oldest] = until.keys()
      if (until.size >= max && oldest !== undefined) until.delete(oldest)
      until.set(caller, now.getTime() + seconds * 1_000)
    },
    forget: (caller) => void until.delete(caller),
  }
}
