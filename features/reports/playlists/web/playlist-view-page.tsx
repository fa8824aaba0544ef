// The player: one playlist in a loop, over the whole window. A signed-in person and a screen without a person use the same page. Next:
// playlist-player.tsx, playlist-show.ts (the loop).
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { readPlaying } from '../contract.ts'
import { PlaylistPlayer } from './playlist-player.tsx'
import classes from './playlist-player.module.css'

/** Milliseconds until a screen without a person retries by itself. */
const retryMs = 10_000

export function PlaylistViewPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  const { user } = useSession()
  const { t } = useTranslation()
  const isScreen = user.authType === 'playlist'
  const target = id === undefined ? {} : { playlist_id: id }
  const { data, error, refetch } = useCallQuery(readPlaying, target, { freshFor: Infinity, once: true })
  useEffect(() => {
    if (!error || !isScreen) return
    const timer = setInterval(() => void refetch(), retryMs)
    return () => clearInterval(timer)
  }, [error, isScreen, refetch])
  if (data)
    return <PlaylistPlayer playing={data} target={target} isScreen={isScreen} onRefresh={() => void refetch()} />
  if (!error) return <LoadingOverlay />
  return (
    <main className={classes.notice}>
      <FailedState failure={error} onRetry={() => void refetch()}>
        {isScreen ? null : (
          <Button component={PathLink} to="/playlists">
            {t('reports.playlists.back')}
          </Button>
        )}
      </FailedState>
    </main>
  )
}
