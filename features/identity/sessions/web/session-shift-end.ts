// The last minutes of the person's shift, as the server told with the last heartbeat. This device counts the seconds itself, so that a wrong
// clock does no harm.
import { useSyncExternalStore } from 'react'
import { delays } from '#catalogue/limits.ts'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { logPresence } from '../contract.ts'

/** When the shift ends, by the clock of this device; null: not within the next minutes. */
let nearEnd: number | null = null
const listeners = new Set<() => void>()
let timers: ReturnType<typeof setTimeout>[] = []

function show(end: number | null): void {
  // Each heartbeat counts anew: some milliseconds are no news.
  if (end !== null && nearEnd !== null && Math.abs(end - nearEnd) < 2_000) return
  nearEnd = end
  for (const listener of listeners) listener()
}

/** Null: no shift, or hours without an end. */
export function keepShiftEnd(secondsLeft: number | null): void {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  if (secondsLeft === null) return show(null)
  const left = secondsLeft * 1_000
  const end = now().getTime() + left
  if (left > delays.shiftWarning) show(null)
  timers = [
    setTimeout(() => show(end), Math.max(0, left - delays.shiftWarning)),
    // The server ends the session. A call then shows so without waiting for the next heartbeat.
    setTimeout(() => void ask(logPresence, { active: false, rota: '' }).catch(() => undefined), left + 1_000),
  ]
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the shift ends, during its last minutes; null before. */
export const useNearShiftEnd = (): number | null => useSyncExternalStore(subscribe, () => nearEnd)
