// The two ways to connect a screen to a playlist: by the code that it shows, or with a link.
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DialogForm } from '#platform/web/ui/form-dialog.tsx'
import { addScreen, pairScreen } from '../contract.ts'

/** The address that a TV opens to show its code. */
export const pairingAddress = () => `${window.location.host}/auth/playlist`

type DialogProps = { opened: boolean; playlistId: string; onClose: () => void }

export function PairDialog({ opened, playlistId, onClose }: DialogProps) {
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
            <Text c="dimmed">{t('reports.playlists.screens.pairText', { address: pairingAddress() })}</Text>
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

export function LinkDialog({ opened, playlistId, onClose }: DialogProps) {
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
