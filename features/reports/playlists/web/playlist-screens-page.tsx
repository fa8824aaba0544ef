// The screens of a playlist: connect a screen by its code or with a link, see whether it plays, reload it, remove it.
import { Alert, Badge, Button, Menu, Skeleton } from '@mantine/core'
import { IconDeviceTv, IconLink, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { Item, ItemList } from '#platform/web/ui/item-list.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listScreens, playlistCalls, reloadScreen, removeScreen } from '../contract.ts'
import { LinkDialog, PairDialog, pairingAddress } from './playlist-screen-dialogs.tsx'

type Screen = ReceivedOf<typeof listScreens>['data'][number]

const pollIntervalMs = 15_000

export function PlaylistScreensPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const id = usePathPart('id')
  const playlist = useCallQuery(playlistCalls.read, { id })
  const { data, error, refetch } = useCallQuery(listScreens, { playlist_id: id })
  const go = useGo()
  // The list of playlists leads to the code of a TV: `?pair=S`.
  const { pair }: { pair?: unknown } = useSearch({ strict: false })
  const [dialog, setDialog] = useState<'pair' | 'link' | null>(pair === 'S' ? 'pair' : null)
  const closePairing = () => {
    setDialog(null)
    // Reloading the page does not open the dialog again.
    if (pair !== undefined) go(`/playlists/${id}/screens`, { replace: true })
  }
  const [removing, setRemoving] = useState<Screen | null>(null)
  useEffect(() => {
    const timer = setInterval(() => void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [refetch])
  const remove = useCallMutation(removeScreen, {
    onDone: () => {
      toastDone()
      setRemoving(null)
    },
  })
  const failure = playlist.error ?? error
  if (failure) return <FailedState failure={failure} onRetry={() => void refetch()} />
  const isOwner = playlist.data?.owner_id === user.id
  const mayChange = playlist.data?.can.includes('update') ?? false
  return (
    <>
      <PageHeader
        title={playlist.data ? t('reports.playlists.screens.of', { name: playlist.data.name }) : '…'}
        text={t('reports.playlists.screens.text')}
      >
        <Button variant="default" renderRoot={(props) => <PathLink to={`/playlists/${id}`} {...props} />}>
          {t('reports.playlists.screens.back')}
        </Button>
        {isOwner ? (
          <>
            <Button
              variant="default"
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => setDialog('link')}
            >
              {t('reports.playlists.screens.addLink')}
            </Button>
            <Button leftSection={<IconDeviceTv size={16} aria-hidden />} onClick={() => setDialog('pair')}>
              {t('reports.playlists.screens.pair')}
            </Button>
          </>
        ) : null}
      </PageHeader>
      {playlist.data && !isOwner ? (
        <Alert color="amber" variant="light" c="var(--ink)" mb="md">
          {t('reports.playlists.screens.onlyOwner')}
        </Alert>
      ) : null}
      {data ? null : <Skeleton height={120} radius="md" aria-busy />}
      {data?.data.length === 0 ? (
        <EmptyState
          title={t('general.list.none')}
          text={
            isOwner
              ? t('reports.playlists.screens.empty', {
                  address: pairingAddress(),
                  action: t('reports.playlists.screens.pair'),
                  link: t('reports.playlists.screens.addLink'),
                })
              : undefined
          }
          icon={<IconDeviceTv size={22} stroke={1.6} aria-hidden />}
        />
      ) : null}
      <ItemList label={t('reports.playlists.screens.title')}>
        {data?.data.map((screen) => (
          <ScreenRow key={screen.id} screen={screen} mayChange={mayChange} onRemove={() => setRemoving(screen)} />
        ))}
      </ItemList>
      <PairDialog opened={isOwner && dialog === 'pair'} playlistId={id} onClose={closePairing} />
      <LinkDialog opened={dialog === 'link'} playlistId={id} onClose={() => setDialog(null)} />
      <DeleteDialog
        name={removing?.name ?? null}
        text={t('reports.playlists.screens.removeText')}
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onDelete={() => removing && remove.mutate({ id: removing.id })}
      />
    </>
  )
}

function ScreenRow({ screen, mayChange, onRemove }: { screen: Screen; mayChange: boolean; onRemove: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const reload = useCallMutation(reloadScreen, { onDone: () => toastDone(t('reports.playlists.screens.reloadAsked')) })
  const seen =
    screen.last_seen_at === null
      ? t('reports.playlists.screens.neverSeen')
      : t('reports.playlists.screens.seen', { when: dateTime(screen.last_seen_at) })
  const details = [
    t(screen.paired ? 'reports.playlists.screens.byCode' : 'reports.playlists.screens.byLink'),
    seen,
    ...(screen.playing && screen.shows !== null ? [t('reports.playlists.screens.shows', { name: screen.shows })] : []),
    ...(screen.address === null ? [] : [screen.address]),
  ]
  return (
    <Item
      name={screen.name}
      badge={
        <Badge variant="light" color={screen.playing ? 'green' : 'gray'}>
          {t(screen.playing ? 'reports.playlists.screens.playing' : 'reports.playlists.screens.off')}
        </Badge>
      }
      facts={details}
      factsTitle={screen.browser ?? undefined}
    >
      {mayChange ? (
        <RowMenu name={screen.name}>
          <Menu.Item
            key="reload"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => reload.mutate({ id: screen.id })}
          >
            {t('reports.playlists.screens.reload')}
          </Menu.Item>
          <Menu.Item key="remove" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
            {t('general.action.remove')}
          </Menu.Item>
        </RowMenu>
      ) : null}
    </Item>
  )
}
