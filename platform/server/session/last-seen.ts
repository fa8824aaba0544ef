const awakeAfterSeconds = 60
const quarterOfAnHourMs = 900_000

/**
 * True when the stored last activity of a session is older than a minute, or of an earlier quarter of an hour. `secondsAgo` is rounded: a
 * second more keeps the last activity before midnight apart from the first one after it.
 */
export function isSeenBefore(secondsAgo: number, nowMs: number): boolean {
  const quarterAt = (ms: number) => Math.floor(ms / quarterOfAnHourMs)
  return secondsAgo >= awakeAfterSeconds || quarterAt(nowMs - (secondsAgo + 1) * 1000) < quarterAt(nowMs)
}
