// Who was told to wait, kept in memory: whoever comes before that costs nothing more than the answer.

export type Waits = {
  /** Seconds that are left of a wait; null when there is none. */
  left(whose: string, now: Date): number | null
  tell(whose: string, seconds: number, now: Date): void
  forget(whose: string): void
}

/** So many waits at the most: with one more the oldest is forgotten, and is found out anew. */
export function createWaits(most: number): Waits {
  const until = new Map<string, number>()
  return {
    left(whose, now) {
      const seconds = ((until.get(whose) ?? 0) - now.getTime()) / 1_000
      if (seconds > 0) return seconds
      until.delete(whose)
      return null
    },
    tell(whose, seconds, now) {
      const [oldest] = until.keys()
      if (until.size >= most && oldest !== undefined) until.delete(oldest)
      until.set(whose, now.getTime() + seconds * 1_000)
    },
    forget: (whose) => void until.delete(whose),
  }
}
