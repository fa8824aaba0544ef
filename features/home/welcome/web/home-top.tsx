// What stands above the shelves of the home page: the first steps, and the pinned visuals or a hint how to pin one.
import type { ReactNode } from 'react'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { listPins } from '#features/reports/pins/contract.ts'
import { PinnedVisuals } from '#features/reports/pins/web/exports.tsx'
import { readWelcome } from '../contract.ts'
import { FirstSteps } from './first-steps.tsx'
import { PinHint } from './pin-hint.tsx'
import { welcomeFreshMs } from './welcome-fresh.ts'

type HomeTopProps = {
  hasReports: boolean
  /** Shown until the answers are there, so that nothing moves down when they arrive. */
  skeleton: ReactNode
  /** The rest of the page. */
  children: ReactNode
}

/**
 * True until the first answer or failure. `isLoading` is false for a moment when a live event restarts the first request: the reports would
 * appear without the pins and move when the pins arrive.
 */
const isAwaited = ({ isPending, fetchStatus }: { isPending: boolean; fetchStatus: string }) =>
  isPending && fetchStatus !== 'paused'

export function HomeTop({ hasReports, skeleton, children }: HomeTopProps) {
  const isOnApp = useOnApp()
  const mayPin = useCan('pin.keep')
  const welcomeQuery = useCallQuery(readWelcome, {}, { freshFor: welcomeFreshMs })
  const pins = useCallQuery(listPins, isOnApp ? { app: true } : {}, { enabled: mayPin })
  const welcome = welcomeQuery.data
  // After a failure the page shows its reports.
  if (isAwaited(welcomeQuery) || (mayPin && isAwaited(pins))) return skeleton
  return (
    <>
      {welcome?.done_steps && welcome.hints.includes('first_steps') ? <FirstSteps done={welcome.done_steps} /> : null}
      {pins.data && pins.data.length > 0 ? (
        <PinnedVisuals pins={pins.data} />
      ) : pins.data && hasReports && welcome?.hints.includes('pins') ? (
        <PinHint />
      ) : null}
      {children}
    </>
  )
}
