/** The one place of the portal that asks the time. Tests set another clock; the database's own clock decides about sessions. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Starts now; asked, it answers the milliseconds since. For durations, which no test sets. */
export function stopwatch(): () => number {
  const begun = performance.now()
  return () => performance.now() - begun
}
