// `/auth/playlist/{token}`: begins the session of a screen, and retries as long as the failure may be temporary.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useArrive } from '#platform/web/session/arrival.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { loginPlaylist } from '../contract.ts'
import classes from './playlist-player.module.css'

/** Milliseconds between two attempts, outside the owner's hours or without a network. */
const retryMs = 30_000

export function PlaylistLandingPage() {
  const { t } = useTranslation()
  const token = usePathPart('token')
  const arrive = useArrive()
  const { data, error, refetch } = useCallQuery(loginPlaylist, { token }, { freshFor: Infinity, once: true })
  const hasArrived = useRef(false)
  useEffect(() => {
    if (!data || hasArrived.current) return
    hasArrived.current = true
    const { user, tenant_id, token: bearer, intended } = data
    void arrive({
      user: {
        token: bearer,
        id: user.id,
        email: user.email,
        tenant_id,
        parceiro_id: user.partner_id,
        perfil_usuario: user.profile,
        auth_type: user.auth_type,
      },
      candidates: [intended],
    })
  }, [data, arrive])
  // A token that the server does not know will not become valid, so there is no retry.
  const isOver = error?.http === 401 || error?.http === 400
  useEffect(() => {
    if (error === null || isOver) return
    const timer = setInterval(() => void refetch(), retryMs)
    return () => clearInterval(timer)
  }, [error, isOver, refetch])
  if (error === null) return <LoadingOverlay />
  return (
    <main className={classes.notice}>
      <h1 className={classes.hidden}>{t('reports.playlists.title')}</h1>
      <FailedState failure={error} {...(isOver ? {} : { onRetry: () => void refetch() })}>
        {isOver ? (
          <Button component={PathLink} to="/auth/playlist">
            {t('reports.playlists.pairing.again')}
          </Button>
        ) : null}
      </FailedState>
      <p>{t(isOver ? 'reports.playlists.pairing.revoked' : 'reports.playlists.pairing.waits')}</p>
    </main>
  )
}
