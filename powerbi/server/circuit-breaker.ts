/** The breaker opens after this many consecutive failures and stays open for `openMs`. */
export type BreakerLimits = { failures: number; openMs: number }

/** Circuit breaker: stops calls to a service that does not answer, so that callers fail fast instead of waiting. */
export type CircuitBreaker = {
  /** Milliseconds until the next trial call if calls are refused now; null if a call may go out. */
  refuses(): number | null
  succeeded(): void
  failed(): void
}

/** Opens after `failures` consecutive failures. After `openMs` one trial call goes out; its result closes or reopens the breaker. */
export function createCircuitBreaker(now: () => number, limits: BreakerLimits): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  const isOpen = () => failures >= limits.failures
  return {
    refuses() {
      if (!isOpen()) return null
      if (now() < openUntil) return openUntil - now()
      openUntil = now() + limits.openMs // this caller makes the trial call; others stay refused until its result is known
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
