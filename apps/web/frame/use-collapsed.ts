// Whether the menu is folded to icons. Stored in the browser: it belongs to the device, not to the person.
import { useState } from 'react'
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'

/** An app has a menu of its own beside that of the portal. */
export const isInApp = (pathname: string): boolean => /^\/[^/]+\/apps\/view(\/|$)/.test(pathname)

const keys = { portal: 'navigation', app: 'navigation-in-app' } as const
type Place = keyof typeof keys

/** Beside the menu of an app the portal's menu is folded until the person opens it there; elsewhere it is open until they fold it. */
export const startsCollapsed = (place: Place, stored: string | null): boolean =>
  place === 'app' ? stored !== 'open' : stored === 'collapsed'

export function useCollapsed(inApp: boolean): [boolean, (collapsed: boolean) => void] {
  const place: Place = inApp ? 'app' : 'portal'
  const [chosen, setChosen] = useState<Record<Place, boolean>>(() => ({
    portal: startsCollapsed('portal', readPlain(keys.portal)),
    app: startsCollapsed('app', readPlain(keys.app)),
  }))
  return [
    chosen[place],
    (next) => {
      writePlain(keys[place], next ? 'collapsed' : 'open')
      setChosen({ ...chosen, [place]: next })
    },
  ]
}
