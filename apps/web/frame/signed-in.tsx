// Runs around every screen of a signed-in person: session, live events, heartbeat, and the after-login flag.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { listAllReports, listUsedTags, readMenu, readShelves } from '#features/home/contract.ts'
import { eventsPath, newsItem, readConfig } from '#features/sessions/contract.ts'
import { sessionFrom, useConfig, type Config } from '#features/sessions/web/session-config.ts'
import { loginConfig } from '#features/sign-in/contract.ts'
import { useHostTheme } from '#features/sign-in/web/sign-in-theme.ts'
import { usePresence } from '#features/sessions/web/session-presence.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { reportRefusal } from '#platform/web/client/client.ts'
import { keyOf, nounOf } from '#platform/web/client/query-keys.ts'
import { type Live, startLive } from '#platform/web/live/live.ts'
import { LiveContext, spreadMs, useNews, useSpreadNews } from '#platform/web/live/use-live-events.ts'
import { SessionContext, useCaches } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'

export function SignedIn({ children }: { children: ReactNode }) {
  const { data: config, error, refetch } = useConfig()
  if (config !== undefined) return <KnownPerson config={config}>{children}</KnownPerson>
  // A 401 is handled elsewhere; anything else can be retried.
  if (error !== null && error.http !== 401) return <FailedState failure={error} onRetry={() => void refetch()} />
  return <LoadingOverlay />
}

function KnownPerson({ config, children }: { config: Config; children: ReactNode }) {
  const live = useLive(config.user.id)
  useHostTheme(60_000)
  useAfterLogin(config.intended)
  const { history } = useRouter()
  usePresence(useCallback(() => history.location.href, [history]))
  return (
    <SessionContext value={sessionFrom(config)}>
      <LiveContext value={live}>
        <SessionEndByNews />
        <PlaceByNews />
        <ReportsByNews />
        {children}
      </LiveContext>
    </SessionContext>
  )
}

function useLive(userId: string): Live | null {
  const [live, setLive] = useState<Live | null>(null)
  useEffect(() => {
    const started = startLive(eventsPath, userId)
    // oxlint-disable-next-line react/set-state-in-effect -- the stream lives outside of React and exactly as long as this effect
    setLive(started)
    return () => {
      setLive(null)
      started.stop()
    }
  }, [userId])
  return live
}

/** The server says that the session has ended: handled like a refused call. */
function SessionEndByNews() {
  useNews(newsItem, 'session_ended', ({ reason }) => {
    const facts = { http: 401, status: 'unauthorized', key: 'unauthorized_access', message: reason }
    void reportRefusal(new CallFailure({ ...facts, errors: {}, retryAfter: null }))
  })
  return null
}

/** Theme or settings have changed: only the frame loads them again. */
function PlaceByNews() {
  const answers = useQueryClient()
  useNews(newsItem, 'place_changed', ({ what }) => {
    const asked = what === 'theme' ? [loginConfig] : [readConfig, readMenu]
    const askAnew = () => asked.forEach((call) => void answers.invalidateQueries({ queryKey: keyOf(call, {}) }))
    setTimeout(askAnew, Math.random() * spreadMs)
  })
  return null
}

const showReports = [readShelves, listAllReports, listUsedTags, readMenu]

/** Reports may have been added or removed: lists of reports load again. */
function ReportsByNews() {
  const answers = useQueryClient()
  useSpreadNews(newsItem, 'access_changed', () => {
    for (const call of showReports) void answers.invalidateQueries({ queryKey: [nounOf(call), call.path] })
  })
  return null
}

/** The after-login flag is cleared once the person is on their intended page (specification, section 4). */
function useAfterLogin(intended: string): void {
  const caches = useCaches()
  const { history } = useRouter()
  useEffect(() => {
    const landed = () => {
      if (history.location.href === intended && caches.hasAfterLogin()) caches.removeAfterLogin()
    }
    landed()
    return history.subscribe(landed)
  }, [caches, history, intended])
}
