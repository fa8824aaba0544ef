/** Failures in a row after which a service is left alone, and for how long. */
export type BreakerLimits = { failures: number; openMs: number }

/** Keeps calls away from a service that does not answer, so that its callers fail at once instead of queueing. */
export type CircuitBreaker = {
  /** Milliseconds to wait when calls are refused now; null when a call may go out. */
  refuses(): number | null
  succeeded(): void
  failed(): void
}

/** Opens after `failures` in a row; when `openMs` have passed one trial goes out, and decides. */
export function createCircuitBreaker(now: () => number, limits: BreakerLimits): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= limits.failures
  return {
    refuses() {
      if (!isOpen()) return null
      if (now() < openUntil) return openUntil - now()
      openUntil = now() + limits.openMs // this caller is the trial; the others wait for its outcome
      return null
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (isOpen()) openUntil = now() + limits.openMs
    },
  }
}
