// The remaining wait of a throttled person, by the clock, because a background tab does not count seconds.
import { useSyncExternalStore } from 'react'
import { now } from '#platform/web/clock.ts'

/** `spoken`: whole minutes, for screen readers; a number every second would hide everything else. */
export type Wait = { minutes: number; seconds: number; spoken: number }

/** Null when it is over. Both in milliseconds since 1970. */
export function waitAt(until: number, instant: number): Wait | null {
  return waitOf(secondsUntil(until, instant))
}

const secondsUntil = (until: number, instant: number) => Math.max(0, Math.ceil((until - instant) / 1_000))

function waitOf(left: number): Wait | null {
  if (left === 0) return null
  return { minutes: Math.floor(left / 60), seconds: left % 60, spoken: Math.ceil(left / 60) }
}

/** The remaining wait, rendered again each second; null without one. */
export function useWait(until: number | null): Wait | null {
  const left = useSyncExternalStore(everySecond, () => (until === null ? 0 : secondsUntil(until, now().getTime())))
  return waitOf(left)
}

function everySecond(draw: () => void) {
  const timer = setInterval(draw, 1_000)
  return () => clearInterval(timer)
}
