/** The only place of the portal that reads the time. Tests use another clock. The database's clock decides about sessions. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Starts a stopwatch; calling it returns the elapsed milliseconds. For durations, which tests do not control. */
export function stopwatch(): () => number {
  const begun = performance.now()
  return () => performance.now() - begun
}
