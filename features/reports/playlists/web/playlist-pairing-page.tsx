// `/auth/playlist`: a screen shows a code. When a person enters the code in the portal, the screen is connected to a playlist.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { useCaches } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { beginPairing, checkPairing } from '../contract.ts'
import classes from './playlist-player.module.css'

const pollIntervalMs = 3_000
const retryMs = 15_000

export function PlaylistPairingPage() {
  const { t } = useTranslation()
  const go = useGo()
  const caches = useCaches()
  // A screen that was switched off and on still has its session.
  const [isScreen] = useState(() => caches.user()?.auth_type === 'playlist')
  useEffect(() => {
    if (isScreen) go('/playlist/view', { replace: true })
  }, [isScreen, go])
  const { data, error, refetch } = useCallQuery(
    beginPairing,
    {},
    { enabled: !isScreen, freshFor: Infinity, once: true },
  )
  useEffect(() => {
    if (!error) return
    const timer = setInterval(() => void refetch(), retryMs)
    return () => clearInterval(timer)
  }, [error, refetch])
  useEffect(() => {
    if (!data) return
    const poll = async () => {
      const { status } = await ask(checkPairing, { token: data.token })
      if (status === 'paired') go(`/auth/playlist/${data.token}`, { replace: true })
      if (status === 'expired') void refetch()
    }
    // A failed poll is ignored, because the next one follows.
    const timer = setInterval(() => void poll().catch(ignoreRefusal), pollIntervalMs)
    return () => clearInterval(timer)
  }, [data, go, refetch])
  if (isScreen) return <LoadingOverlay />
  return (
    <main className={classes.notice}>
      <h1 className={classes.emptyTitle}>{t('reports.playlists.pairing.title')}</h1>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <p className={classes.code} data-code={data.code}>
            {data.code}
          </p>
          <p className={classes.where}>
            {t('reports.playlists.pairing.text', { action: t('reports.playlists.screens.pair') })}
          </p>
        </>
      ) : null}
    </main>
  )
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CallFailure)) throw error
}
