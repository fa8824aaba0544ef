import { useEffect, useRef, useState } from 'react'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { useCaches } from '#platform/web/session/use-session.ts'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { readHostTheme } from '#features/identity/sign-in-pages/web/exports.tsx'
import { acceptHandOver } from '../contract.ts'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitchArrival } from './switch-places.ts'

/** `/change/company/{token}`: begins the session of a hand-over from another host. A refusal leads to sign-in, with its sentence. */
export function SwitchLandingPage() {
  const token = usePathPart('token')
  const go = useGo()
  const { finish } = useSwitchArrival()
  const caches = useCaches()
  const [name, setName] = useState<string | null>(null)
  const hasRequested = useRef(false)
  useEffect(() => {
    // The token is valid once, and effects run twice in development.
    if (hasRequested.current) return
    hasRequested.current = true
    const named = readHostTheme(caches).then(setName)
    ask(acceptHandOver, { token })
      .then(async (answer) => {
        // The arrival empties the caches but for the theme, so the theme is read before.
        await named
        return finish(answer)
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        toastFailure(error.message, error.trace)
        go('/signin', { replace: true })
      })
  }, [caches, finish, go, token])
  return <SwitchModal opened name={name} isAlone />
}
