import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { updateWorkspace } from '../contract.ts'

type Named = { id: string; name: string; version: number }

/** Changes the name that the portal shows. */
export function WorkspaceRename({ workspace, onClose }: { workspace: Named | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={workspace !== null}
      onClose={onClose}
      title={workspace === null ? '' : t('sources.workspaces.renameTitle', workspace)}
      centered
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {workspace === null ? null : <RenameForm key={workspace.id} workspace={workspace} onClose={onClose} />}
    </Modal>
  )
}

function RenameForm({ workspace: { id, version, ...workspace }, onClose }: { workspace: Named; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(workspace.name)
  const submission = useSubmit(updateWorkspace, {
    values: { name },
    label: () => t('sources.workspaces.field.name'),
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    submission.submit({ id, version, name })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {submission.refusal === null ? null : (
          <Text role="alert" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        <TextInput
          name="name"
          label={t('sources.workspaces.field.name')}
          description={t('sources.workspaces.renameText')}
          error={submission.faults['name']}
          maxLength={120}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" loading={submission.busy}>
            {t('general.action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
