// Sends a heartbeat once per minute while the page is visible. Only activity of the person keeps the session awake.
import { useEffect } from 'react'
import { delays } from '#catalogue/limits.ts'
import { ask } from '#platform/web/client/client.ts'
import { giveWay } from '#platform/web/client/give-way.ts'
import { logPresence } from '../contract.ts'
import { keepShiftEnd } from './session-shift-end.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Sends the heartbeats. `path` is read for each of them. The first one is sent at once, so that the last-seen time of a session starts with
 * its first screen.
 */
export function usePresence(path: () => string, enabled = true): void {
  useEffect(() => {
    if (!enabled) return
    let active = true
    const wake = () => {
      active = true
    }
    const beat = () => {
      if (document.visibilityState !== 'visible') return
      const presence = { active, rota: path().slice(0, 500) }
      active = false
      // The next heartbeat replaces a lost one; a refusal ends the session and is handled there.
      void giveWay()
        .then(() => ask(logPresence, presence))
        .then(
          ({ shift_seconds_left }) => keepShiftEnd(shift_seconds_left),
          () => undefined,
        )
    }
    beat()
    const timer = setInterval(beat, delays.logHeartbeat)
    document.addEventListener('visibilitychange', beat)
    for (const sign of signs) document.addEventListener(sign, wake, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', beat)
      for (const sign of signs) document.removeEventListener(sign, wake)
    }
  }, [path, enabled])
}
