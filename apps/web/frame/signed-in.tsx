// Runs around every screen of a signed-in person: session, live events, heartbeat, and what follows a sign-in.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listAllReports,
  listSubgroupReports,
  listUsedTags,
  readMenu,
  readShelves,
} from '#features/home/shelves/contract.ts'
import { eventsPath, readConfig } from '#features/identity/sessions/contract.ts'
import { SwitchActions } from '#features/identity/unit-switch/web/switch-actions.tsx'
import { remoteEnded } from '#features/identity/unit-switch/web/switch-places.ts'
import { sessionFrom, useConfig, type Config } from '#features/identity/sessions/web/session-config.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { useHostTheme } from '#features/identity/sign-in-pages/web/host-theme.ts'
import { usePresence } from '#features/identity/sessions/web/session-presence.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { reportRefusal, sessionToken } from '#platform/web/client/client.ts'
import { keyOf, nounOf } from '#platform/web/client/query-keys.ts'
import { type Live, startLive } from '#platform/web/live/live.ts'
import { LiveContext, spreadMs, useLiveEvent, useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { SessionContext, useCaches } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { toastNotice } from '#platform/web/ui/toasts.tsx'
import { AfterLogin, hasTermsToAccept } from './after-login.tsx'
import { contentId } from './content.ts'

type SignedInProps = { signOut: () => void; children: ReactNode }

export function SignedIn({ signOut, children }: SignedInProps) {
  const { data: config, error, refetch } = useConfig()
  if (config !== undefined) {
    return (
      <KnownPerson config={config} signOut={signOut}>
        {children}
      </KnownPerson>
    )
  }
  // A 401 is handled elsewhere; anything else can be retried.
  if (error !== null && error.http !== 401) return <FailedState failure={error} onRetry={() => void refetch()} />
  return <LoadingOverlay />
}

function KnownPerson({ config, signOut, children }: SignedInProps & { config: Config }) {
  const mustAcceptTerms = hasTermsToAccept(config)
  // A person who signs in sees the terms first. A person at work keeps their page behind the dialog when a new version is published.
  const [entered, setEntered] = useState(!mustAcceptTerms)
  if (!mustAcceptTerms && !entered) setEntered(true)
  const live = useLive(config.user.id, !mustAcceptTerms)
  useHostTheme(60_000)
  useOnDevice(entered && config.user.auth_type !== 'embedded' && config.remote_access === null)
  const { history } = useRouter()
  usePresence(
    useCallback(() => history.location.href, [history]),
    !mustAcceptTerms,
  )
  return (
    <SessionContext value={sessionFrom(config)}>
      <LiveContext value={live}>
        <SessionEndByLiveEvent />
        <PlaceByLiveEvent />
        <ReportsByLiveEvent />
        <ArrivalNotice />
        <SwitchActions>{entered ? children : <main id={contentId} tabIndex={-1} />}</SwitchActions>
        <AfterLogin config={config} signOut={signOut} />
      </LiveContext>
    </SessionContext>
  )
}

/** What the browser keeps of a signed-in person (apps/web/installed). It starts later, so that the first page has the connection and the processor. */
function useOnDevice(enabled: boolean): void {
  const answers = useQueryClient()
  const caches = useCaches()
  useEffect(() => {
    if (!enabled) return
    const ended = new AbortController()
    const timer = setTimeout(() => {
      const dependencies = { answers, isSignedIn: () => caches.user() !== null, ended: ended.signal }
      void import('../installed/on-device.ts').then(
        (module) => module.startOnDevice(dependencies),
        () => undefined,
      )
    }, 4_000)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [answers, caches, enabled])
}

function useLive(userId: string, enabled: boolean): Live | null {
  const [live, setLive] = useState<Live | null>(null)
  useEffect(() => {
    if (!enabled) return
    const started = startLive(eventsPath, userId)
    // oxlint-disable-next-line react/set-state-in-effect -- the stream lives outside of React and exactly as long as this effect
    setLive(started)
    return () => {
      setLive(null)
      started.stop()
    }
  }, [userId, enabled])
  return live
}

/** The server says that the session has ended: handled like a refused call. */
function SessionEndByLiveEvent() {
  const [token] = useState(sessionToken)
  useLiveEvent('session_ended', ({ kind: _, ...facts }) => {
    void reportRefusal(new CallFailure({ ...facts, errors: {}, retryAfter: null }), token)
  })
  return null
}

/** Theme or settings have changed: only the frame loads them again. */
function PlaceByLiveEvent() {
  const answers = useQueryClient()
  useLiveEvent('place_changed', ({ what }) => {
    const staleCalls = what === 'theme' ? [loginConfig] : [readConfig, readMenu]
    const askAnew = () => staleCalls.forEach((call) => void answers.invalidateQueries({ queryKey: keyOf(call, {}) }))
    setTimeout(askAnew, Math.random() * spreadMs)
  })
  return null
}

/** Shows the notice that the arrival stored. The page before is replaced too soon to read a notice there. */
function ArrivalNotice() {
  const caches = useCaches()
  const { t } = useTranslation()
  useEffect(() => {
    if (caches.takeNotice() === remoteEnded.phrase) toastNotice(t(remoteEnded.phrase))
  }, [caches, t])
  return null
}

const showReports = [readShelves, listAllReports, listSubgroupReports, listUsedTags, readMenu]

/** Reports may have been added or removed: lists of reports load again. */
function ReportsByLiveEvent() {
  const answers = useQueryClient()
  useSpreadLiveEvent('access_changed', () => {
    for (const call of showReports) void answers.invalidateQueries({ queryKey: [nounOf(call), call.path] })
  })
  return null
}
