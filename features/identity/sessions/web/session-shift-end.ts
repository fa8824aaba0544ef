// The last minutes of the person's shift, from the answer to the last heartbeat. The device itself counts the seconds, so that a wrong
// clock has no effect.
import { useSyncExternalStore } from 'react'
import { delays } from '#catalogue/limits.ts'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { logPresence } from '../contract.ts'

/** The end of the shift by the clock of this device; null when it is not within the next minutes. */
let nearEnd: number | null = null
const listeners = new Set<() => void>()
let timers: ReturnType<typeof setTimeout>[] = []

function show(end: number | null): void {
  // Each heartbeat computes the end again; a difference of less than two seconds is ignored.
  if (end !== null && nearEnd !== null && Math.abs(end - nearEnd) < 2_000) return
  nearEnd = end
  for (const listener of listeners) listener()
}

/** Stores the end of the shift. `secondsLeft` null: no shift, or hours without an end. */
export function keepShiftEnd(secondsLeft: number | null): void {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  if (secondsLeft === null) return show(null)
  const left = secondsLeft * 1_000
  const end = now().getTime() + left
  if (left > delays.shiftWarning) show(null)
  timers = [
    setTimeout(() => show(end), Math.max(0, left - delays.shiftWarning)),
    // The server ends the session at the end of the shift. This call finds that out without waiting for the next heartbeat.
    setTimeout(() => void ask(logPresence, { active: false, rota: '' }).catch(() => undefined), left + 1_000),
  ]
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the end of the shift during its last minutes; null before. */
export const useNearShiftEnd = (): number | null => useSyncExternalStore(subscribe, () => nearEnd)
