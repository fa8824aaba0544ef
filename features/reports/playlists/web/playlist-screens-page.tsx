// The screens of a playlist: connect a screen by its code or with a link, see whether it plays, reload it, remove it.
import { Alert, Badge, Button, CopyButton, Group, Menu, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconDeviceTv, IconLink, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { Item, ItemList } from '#platform/web/ui/item-list.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DialogForm } from '#platform/web/ui/form-dialog.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { addScreen, listScreens, pairScreen, playlistCalls, reloadScreen, removeScreen } from '../contract.ts'

type Screen = ReceivedOf<typeof listScreens>['data'][number]

const pollIntervalMs = 15_000

export function PlaylistScreensPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const id = usePathPart('id')
  const playlist = useCallQuery(playlistCalls.read, { id })
  const { data, error, refetch } = useCallQuery(listScreens, { playlist_id: id })
  const [dialog, setDialog] = useState<'pair' | 'link' | null>(null)
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
          text={t('reports.playlists.screens.empty', { address: `${window.location.host}/auth/playlist` })}
          icon={<IconDeviceTv size={22} stroke={1.6} aria-hidden />}
        />
      ) : null}
      <ItemList label={t('reports.playlists.screens.title')}>
        {data?.data.map((screen) => (
          <ScreenRow key={screen.id} screen={screen} mayChange={mayChange} onRemove={() => setRemoving(screen)} />
        ))}
      </ItemList>
      <PairDialog opened={dialog === 'pair'} playlistId={id} onClose={() => setDialog(null)} />
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

type DialogProps = { opened: boolean; playlistId: string; onClose: () => void }

function PairDialog({ opened, playlistId, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('reports.playlists.screens.pair')}>
      <DialogForm
        call={pairScreen}
        initial={{ name: '', code: '' }}
        inputOf={(values) => ({ playlist_id: playlistId, ...values })}
        label={(field) => t(`reports.playlists.screens.field.${field as 'name'}`)}
        doneText={t('reports.playlists.screens.paired')}
        action={t('reports.playlists.screens.connect')}
        onClose={onClose}
      >
        {({ values, set, faults }) => (
          <>
            <Text c="dimmed">
              {t('reports.playlists.screens.pairText', { address: `${window.location.host}/auth/playlist` })}
            </Text>
            <TextInput
              label={t('reports.playlists.screens.field.code')}
              placeholder="ABCD-2345"
              error={faults['code']}
              maxLength={20}
              autoComplete="off"
              value={values.code}
              onChange={({ currentTarget: { value } }) => set({ code: value })}
              data-autofocus
            />
            <NameInput error={faults['name']} value={values.name} onChange={(name) => set({ name })} />
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}

function LinkDialog({ opened, playlistId, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('reports.playlists.screens.addLink')}>
      <NewLink playlistId={playlistId} onClose={onClose} />
    </Dialog>
  )
}

function NewLink({ playlistId, onClose }: Omit<DialogProps, 'opened'>) {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)
  if (link !== null) return <LinkOnce link={link} onClose={onClose} />
  return (
    <DialogForm
      call={addScreen}
      initial={{ name: '' }}
      inputOf={({ name }) => ({ playlist_id: playlistId, name })}
      label={(field) => t(`reports.playlists.screens.field.${field as 'name'}`)}
      onAnswer={({ address }) => setLink(`${window.location.origin}${address}`)}
      action={t('reports.playlists.screens.makeLink')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text c="dimmed">{t('reports.playlists.screens.linkText')}</Text>
          <NameInput error={faults['name']} value={values.name} onChange={(name) => set({ name })} />
        </>
      )}
    </DialogForm>
  )
}

function LinkOnce({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text c="dimmed">{t('reports.playlists.screens.linkOnce')}</Text>
      <TextInput
        label={t('reports.playlists.screens.link')}
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{copied ? t('reports.playlists.screens.copied') : t('general.action.copy')}</Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          {t('general.action.close')}
        </Button>
      </Group>
    </Stack>
  )
}

type NameInputProps = { value: string; error: string | undefined; onChange: (name: string) => void }

function NameInput({ value, error, onChange }: NameInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('reports.playlists.screens.field.name')}
      description={t('reports.playlists.screens.nameText')}
      error={error}
      maxLength={80}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
