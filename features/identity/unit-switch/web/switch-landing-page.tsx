import { useEffect, useRef } from 'react'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { acceptHandOver } from '../contract.ts'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitchArrival } from './switch-places.ts'

/** `/change/company/{token}`: begins the session of a hand-over from another host. A refusal leads to sign-in, with its sentence. */
export function SwitchLandingPage() {
  const token = usePathPart('token')
  const go = useGo()
  const { finish } = useSwitchArrival()
  const hasRequested = useRef(false)
  useEffect(() => {
    // The token is valid once, and effects run twice in development.
    if (hasRequested.current) return
    hasRequested.current = true
    ask(acceptHandOver, { token })
      .then(finish)
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        toastFailure(error.message, error.trace)
        go('/signin', { replace: true })
      })
  })
  return <SwitchModal opened name={null} isAlone />
}
