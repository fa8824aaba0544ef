// Remembers in memory which callers must wait. Until then the server refuses them without any other work.

export type RetryAfterStore = {
  /** Remaining seconds of a wait; null when the caller need not wait. */
  left(caller: string, now: Date): number | null
  note(caller: string, seconds: number, now: Date): void
  forget(caller: string): void
}

/** Remembers at most `max` callers. One more removes the oldest entry, whose caller is then checked fully again. */
export function createRetryAfterStore(max: number): RetryAfterStore {
  const retryAt = new Map<string, number>()
  return {
    left(caller, now) {
      const seconds = ((retryAt.get(caller) ?? 0) - now.getTime()) / 1_000
      if (seconds > 0) return seconds
      retryAt.delete(caller)
      return null
    },
    note(caller, seconds, now) {
      const [oldest] = retryAt.keys()
      if (retryAt.size >= max && oldest !== undefined) retryAt.delete(oldest)
      retryAt.set(caller, now.getTime() + seconds * 1_000)
    },
    forget: (caller) => void retryAt.delete(caller),
  }
}
