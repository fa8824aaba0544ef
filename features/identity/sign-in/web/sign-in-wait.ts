// The remaining wait of a throttled person. It is computed from the clock, because timers of a background tab are delayed.
import { useSyncExternalStore } from 'react'
import { now } from '#platform/web/clock.ts'

/** A remaining wait. `spoken`: whole minutes, for screen readers, because a new text every second would drown everything else. */
export type Wait = { minutes: number; seconds: number; spoken: number }

/** Returns the wait that is left at `instant`; null after its end. Both parameters are milliseconds since 1970. */
export function waitAt(until: number, instant: number): Wait | null {
  return waitOf(secondsUntil(until, instant))
}

const secondsUntil = (until: number, instant: number) => Math.max(0, Math.ceil((until - instant) / 1_000))

function waitOf(left: number): Wait | null {
  if (left === 0) return null
  return { minutes: Math.floor(left / 60), seconds: left % 60, spoken: Math.ceil(left / 60) }
}

/** Returns the remaining wait and renders it again each second; null without a wait. */
export function useWait(until: number | null): Wait | null {
  const left = useSyncExternalStore(everySecond, () => (until === null ? 0 : secondsUntil(until, now().getTime())))
  return waitOf(left)
}

function everySecond(draw: () => void) {
  const timer = setInterval(draw, 1_000)
  return () => clearInterval(timer)
}
