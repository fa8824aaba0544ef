import { Alert, Button } from '@mantine/core'
import { IconDeviceTv, IconLink, IconPlayerPlay, IconUserQuestion } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Grantees, GranteesField, withGranteeIds } from '#features/people/grantees/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listReports } from '#features/reports/library/contract.ts'
import { playlistCalls, takeOver, type PlaylistItem } from '../contract.ts'
import { newItem, PlaylistItems } from './playlist-items.tsx'
import { playlistPlace } from './playlist-place.ts'
import { LinkDialog, PairDialog } from './playlist-screen-dialogs.tsx'

const page = { ...playlistPlace, wireOf: withGranteeIds } as const
const blank = { name: '', description: '', items: [], user_ids: [], group_ids: [] }

/** Maximum reports that the address of a new playlist may name. */
const maxBegun = 50

/** A new playlist. The address may name the reports that it begins with: `?reports=<id>.<id>`. */
export function AddPlaylist() {
  const { t } = useTranslation()
  const { reports }: { reports?: unknown } = useSearch({ strict: false })
  const [items] = useState(() =>
    typeof reports === 'string' ? reports.split('.').slice(0, maxBegun).map(newItem) : [],
  )
  // Only who publishes reports comes here with some, and these are the newest ones.
  const newest = { sort: 'created_at', order: 'desc', size: maxBegun } as const
  const { data } = useCallQuery(listReports, newest, { enabled: items.length > 0 })
  return (
    <AddPage
      {...page}
      call={playlistCalls.add}
      blank={{ ...blank, items }}
      // The next step is to show it.
      doneText={() => t('reports.playlists.showNow')}
      leadsTo={({ id }) => `${playlistPlace.path}/${id}`}
    >
      <Fields names={Object.fromEntries((data?.data ?? []).map(({ id, name }) => [id, name]))} />
    </AddPage>
  )
}

type Edited = ReceivedOf<typeof playlistCalls.read>

export function EditPlaylist() {
  const { t } = useTranslation()
  return (
    <EditPage
      {...page}
      read={playlistCalls.read}
      update={playlistCalls.update}
      draftOf={({ name, description, items, people, groups }) => ({
        name,
        description: description ?? '',
        items,
        user_ids: people,
        group_ids: groups,
      })}
      // As for a new one, the next step is to show it.
      staysWith={() => t('reports.playlists.showNow')}
      renderWays={(record) => <ShowNow record={record} />}
    >
      {(record) => (
        <>
          <Owner record={record} />
          <Fields names={record.reports} />
        </>
      )}
    </EditPage>
  )
}

function Fields({ names }: { names: Record<string, string> }) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  return (
    <>
      <FormSection title={t('reports.playlists.noun')} text={t('reports.playlists.section.whatText')}>
        <Field name="name" />
        <Field name="description" />
      </FormSection>
      <FormSection title={t('reports.playlists.field.items')} text={t('reports.playlists.section.itemsText')}>
        <Field name="items">
          {({ value, error, onChange }) => (
            <PlaylistItems items={value as PlaylistItem[]} names={names} error={error} onChange={onChange} />
          )}
        </Field>
      </FormSection>
      <FormSection title={t('reports.playlists.section.who')} text={t('reports.playlists.section.whoText')}>
        <GranteesField grantees={values as Grantees} onChange={set} />
      </FormSection>
    </>
  )
}

/** The ways to show a stored playlist: in this window, on a TV, on any screen with a link. */
function ShowNow({ record: { id, owner_id, screens } }: { record: Edited }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [dialog, setDialog] = useState<'pair' | 'link' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <PathLink to={`/${id}/playlist/view`} {...props} />}
        leftSection={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
      >
        {t('reports.playlists.playHere')}
      </Button>
      {/* A screen shows the data of the owner, who alone connects one. */}
      {owner_id === user.id ? (
        <>
          <Button
            variant="default"
            leftSection={<IconLink size={16} stroke={1.8} aria-hidden />}
            onClick={() => setDialog('link')}
          >
            {t('reports.playlists.screens.addLink')}
          </Button>
          <Button
            variant={screens === 0 ? 'filled' : 'default'}
            leftSection={<IconDeviceTv size={16} stroke={1.8} aria-hidden />}
            onClick={() => setDialog('pair')}
          >
            {t('reports.playlists.screens.pair')}
          </Button>
        </>
      ) : null}
      <Button variant="default" renderRoot={(props) => <PathLink to={`/playlists/${id}/screens`} {...props} />}>
        {t('reports.playlists.screens.title')}
      </Button>
      <PairDialog opened={dialog === 'pair'} playlistId={id} onClose={close} />
      <LinkDialog opened={dialog === 'link'} playlistId={id} onClose={close} />
    </>
  )
}

/** The owner, whose data the screens show; absent if the owner is the person who reads the form. */
function Owner({ record: { id, owner_id, owner, can } }: { record: Edited }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { reload, isChanged } = useForm()
  const confirm = useConfirm()
  const take = useCallMutation(takeOver, {
    onDone: () => {
      toastDone()
      reload()
    },
  })
  if (owner_id === user.id || !can.includes('update')) return null
  const ask = async () => {
    const yes = await confirm({
      title: t('reports.playlists.takeOver'),
      text: t('reports.playlists.takeOverText'),
    })
    if (yes) take.mutate({ id })
  }
  return (
    <Alert color="amber" variant="light" c="var(--ink)" icon={<IconUserQuestion aria-hidden />}>
      <p>{owner === null ? t('reports.playlists.ownerless') : t('reports.playlists.ownedBy', { name: owner })}</p>
      <Button variant="default" size="xs" disabled={isChanged} loading={take.isPending} onClick={() => void ask()}>
        {t('reports.playlists.takeOver')}
      </Button>
    </Alert>
  )
}
