// The slideshow: at most two layers, of which one is shown while the other loads. Next: playlist-show.ts, playlist-slide.tsx.
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconMaximize,
  IconMinimize,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playlists as limits } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { now as browserNow } from '#platform/web/clock.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useFullScreen } from '#features/reports/frame/web/exports.tsx'
import { openSlide, type readPlaying, reportPlaying } from '../contract.ts'
import { type Picture, playItems } from './playlist-show.ts'
import { PlaylistSlide, type Slide } from './playlist-slide.tsx'
import classes from './playlist-player.module.css'

export type Playing = ReceivedOf<typeof readPlaying>
type Item = Playing['items'][number]

type PlayerProps = {
  playing: Playing
  /** The playlist that the calls of the player name; empty for a screen, whose session has one playlist. */
  target: { playlist_id?: string }
  isScreen: boolean
  /** Reads the playlist again. */
  onRefresh: () => void
}

type Layer = Slide & { key: number }

export function PlaylistPlayer({ playing, target, isScreen, onRefresh }: PlayerProps) {
  const { t } = useTranslation()
  const { layers, displayedKey, isEmpty, item, controls } = useShow(playing, target)
  useReports({ playing, target, itemId: item?.id ?? null, onRefresh })
  useSpreadLiveEvent('access_changed', onRefresh)
  useWakeLock()
  return (
    <main className={classes.stage} aria-label={t('reports.playlists.playing', { name: playing.name })}>
      <h1 className={classes.hidden}>{playing.name}</h1>
      {layers.map((layer) => (
        <div
          key={layer.key}
          className={classes.layer}
          data-shown={layer.key === displayedKey || undefined}
          data-slide={layer.item.id}
          inert={layer.key !== displayedKey}
        >
          <PlaylistSlide slide={layer} target={target} isScreen={isScreen} />
        </div>
      ))}
      {displayedKey === null && !isEmpty ? (
        <output className={classes.empty}>
          <p className={classes.emptyTitle} aria-hidden>
            {playing.name}
          </p>
          <p>{t('general.state.loading')}</p>
        </output>
      ) : null}
      {isEmpty ? (
        <output className={classes.empty}>
          <p className={classes.emptyTitle}>{t('reports.playlists.nothing')}</p>
          <p>{t(playing.items.length === 0 ? 'reports.playlists.emptyText' : 'reports.playlists.outsideText')}</p>
        </output>
      ) : null}
      {isScreen ? null : <Controls item={item} {...controls} />}
    </main>
  )
}

/** Runs the loop for as long as the page is open. */
function useShow(playing: Playing, target: PlayerProps['target']) {
  const [layers, setLayers] = useState<Layer[]>([])
  const [displayedKey, setDisplayedKey] = useState<number | null>(null)
  const [item, setItem] = useState<Item | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const latest = useRef({ playing, target, isPaused, skips: 0 })
  useEffect(() => {
    latest.current = { ...latest.current, playing, target, isPaused }
  })
  // The offset of the server's clock, because the clock of a screen may be wrong.
  const [ahead] = useState(() => playing.now.getTime() - browserNow().getTime())
  const { id } = playing
  useEffect(() => {
    const stop = new AbortController()
    const keys = new Map<Picture, number>()
    let lastKey = 0
    const remembered = `playlist ${id}`
    const load = async (loadedItem: Item, page: string | null, signal: AbortSignal): Promise<Picture> => {
      const opened = await ask(openSlide, { ...latest.current.target, item_id: loadedItem.id })
      if (signal.aborted) throw new Error('the show is over')
      lastKey += 1
      const key = lastKey
      const remove = () => setLayers((before) => before.filter((layer) => layer.key !== key))
      const picture = await new Promise<Picture>((resolve, reject) => {
        const failed = () => {
          remove()
          reject(new Error('the report cannot be shown'))
        }
        setLayers((before) => [...before, { key, item: loadedItem, page, opened, onReady: resolve, onFailed: failed }])
      })
      keys.set(picture, key)
      return picture
    }
    void playItems<Item>(
      {
        load,
        present: (picture, displayedItem) => {
          setDisplayedKey(keys.get(picture) ?? null)
          setItem(displayedItem)
          setEmpty(false)
          sessionStorage.setItem(remembered, displayedItem.id)
        },
        drop: (picture) => {
          const key = keys.get(picture)
          keys.delete(picture)
          setLayers((before) => before.filter((layer) => layer.key !== key))
        },
        showNothing: () => {
          setDisplayedKey(null)
          setItem(null)
          setEmpty(true)
        },
        list: () => latest.current.playing,
        now: () => new Date(browserNow().getTime() + ahead),
        wait,
        isPaused: () => latest.current.isPaused,
        skip: () => {
          if (latest.current.skips === 0) return false
          latest.current.skips -= 1
          return true
        },
      },
      stop.signal,
      sessionStorage.getItem(remembered),
    )
    return () => {
      stop.abort()
      setLayers([])
    }
  }, [id, ahead])
  const controls = useMemo(
    () => ({ isPaused, onPause: () => setPaused(!isPaused), onSkip: () => void (latest.current.skips = 1) }),
    [isPaused],
  )
  return { layers, displayedKey, isEmpty, item, controls }
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

type Reports = { playing: Playing; target: PlayerProps['target']; itemId: string | null; onRefresh: () => void }

/** Reports to the server which item is shown, reads a changed playlist, and reloads the page if an administrator requested it. */
function useReports({ playing, target, itemId, onRefresh }: Reports): void {
  const latest = useRef({ version: playing.version, itemId, target, onRefresh })
  const [reload] = useState(playing.reload_asked_at?.getTime() ?? null)
  useEffect(() => {
    latest.current = { version: playing.version, itemId, target, onRefresh }
  })
  const sendPlaying = useCallback(async () => {
    const { target, itemId: item_id } = latest.current
    const answer = await ask(reportPlaying, { ...target, item_id })
    const asksReload = (answer.reload_asked_at?.getTime() ?? null) !== reload
    if (asksReload) location.reload()
    else if (answer.version !== latest.current.version) latest.current.onRefresh()
  }, [reload])
  useEffect(() => {
    // Without a network the slideshow continues; the next report to the server may succeed.
    const report = () => void sendPlaying().catch(() => undefined)
    report()
    const timer = setInterval(report, limits.beatSeconds * 1_000)
    window.addEventListener('online', report)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', report)
    }
  }, [sendPlaying])
}

/** Keeps the display on, if the browser supports it. The browser releases the lock when the page is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    const hold = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => document.removeEventListener('visibilitychange', hold)
  }, [])
}

type ControlsProps = { item: Item | null; isPaused: boolean; onPause: () => void; onSkip: () => void }

/** Buttons for a person, visible while the pointer or the focus is on them. */
function Controls({ item, isPaused, onPause, onSkip }: ControlsProps) {
  const { t } = useTranslation()
  const fullScreen = useFullScreen()
  return (
    <div className={classes.controls} role="toolbar" aria-label={t('reports.playlists.controls')}>
      <span className={classes.now}>{item?.report ?? ''}</span>
      <Control
        label={t(isPaused ? 'reports.playlists.resume' : 'reports.playlists.pause')}
        icon={isPaused ? IconPlayerPlay : IconPlayerPause}
        onClick={onPause}
      />
      <Control label={t('reports.playlists.next')} icon={IconPlayerSkipForward} onClick={onSkip} />
      {document.fullscreenEnabled ? (
        <Control
          label={t(fullScreen.isOn ? 'reports.view.tool.leaveFullscreen' : 'reports.view.tool.fullscreen')}
          icon={fullScreen.isOn ? IconMinimize : IconMaximize}
          onClick={fullScreen.toggle}
        />
      ) : null}
      <Tooltip label={t('reports.playlists.leave')}>
        <ActionIcon
          component={PathLink}
          to="/playlists"
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('reports.playlists.leave')}
        >
          <IconX size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

type ControlProps = { label: string; icon: ComponentType<{ size?: number; stroke?: number }>; onClick: () => void }

function Control({ label, icon: Icon, onClick }: ControlProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} onClick={onClick}>
        <Icon size={20} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
