// Says once a minute, while the page can be seen, that somebody is here. Only a person who does something keeps the session awake.
import { useEffect } from 'react'
import { delays } from '#catalogue/limits.ts'
import { ask } from '#platform/web/client/client.ts'
import { logPresence } from '../contract.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** `path` is asked at each beat. The first beat is at once: a session's last-seen starts with its first screen. */
export function usePresence(path: () => string): void {
  useEffect(() => {
    let active = true
    const wake = () => {
      active = true
    }
    const beat = () => {
      if (document.visibilityState !== 'visible') return
      const told = { active, rota: path().slice(0, 500) }
      active = false
      // A beat that is lost is made good by the next; a refusal is the session's end and handled there.
      void ask(logPresence, told).catch(() => undefined)
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
  }, [path])
}
