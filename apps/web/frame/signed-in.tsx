// Around every screen of somebody who is signed in: session, news, presence, and the after-login flag.
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
  // A 401 has its own way out; anything else can be tried again.
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

/** The server says that the session is over: the same way out as a refused call. */
function SessionEndByNews() {
  useNews(newsItem, 'session_ended', ({ reason }) => {
    const facts = { http: 401, status: 'unauthorized', key: 'unauthorized_access', message: reason }
    void reportRefusal(new CallFailure({ ...facts, errors: {}, retryAfter: null }))
  })
  return null
}

/** Theme or settings are others: what stands around the screen asks for them anew, and nothing else does. */
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

/** Reports may have come or gone: what shows the person theirs asks anew. */
function ReportsByNews() {
  const answers = useQueryClient()
  useSpreadNews(newsItem, 'access_changed', () => {
    for (const call of showReports) void answers.invalidateQueries({ queryKey: [nounOf(call), call.path] })
  })
  return null
}

/** Once the person stands where they were meant to land, the flag of the sign-in is taken down (specification, section 4). */
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
