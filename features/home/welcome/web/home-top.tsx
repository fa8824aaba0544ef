// What stands above the shelves of the home page: the first steps, and the pinned visuals or a hint how to pin one.
import type { ReactNode } from 'react'
import type { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { listPins } from '#features/reports/pins/contract.ts'
import { PinnedVisuals } from '#features/reports/pins/web/exports.tsx'
import type { readWelcome } from '../contract.ts'
import { FirstSteps } from './first-steps.tsx'
import { PinHint } from './pin-hint.tsx'

type HomeTopProps = {
  hasReports: boolean
  welcome: ReturnType<typeof useCallQuery<typeof readWelcome>>
  pins: ReturnType<typeof useCallQuery<typeof listPins>>
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

export function HomeTop({ hasReports, welcome: welcomeQuery, pins, skeleton, children }: HomeTopProps) {
  const mayPin = useCan('pin.keep')
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
