import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ByLanguage } from '#catalogue/languages.ts'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { ByLanguageField } from '#platform/web/ui/by-language-field.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type GroupIcon, addReportGroup, groupIcons, listReportGroups, updateReportGroup } from '../contract.ts'
import { GroupIconField } from './group-icon-field.tsx'

type NamedGroup = { id: string; name: string; names: ByLanguage; icon: string | null; version: number }

const known = (icon: string | null): GroupIcon | null => groupIcons.find((name) => name === icon) ?? null

type GroupDialogProps = {
  /** The group to rename; `new` for a new one; null closes the dialog. */
  group: NamedGroup | 'new' | null
  onClose: () => void
}

/** Asks for the name of a group. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useTranslation()
  const title = group === 'new' || !group ? t('reports.groups.add') : t('reports.groups.renameTitle', group)
  return (
    <FolderDialog title={title} opened={group !== null} onClose={onClose}>
      {group === 'new' ? <AddName onClose={onClose} /> : null}
      {group === null || group === 'new' ? null : <Rename key={group.id} group={group} onClose={onClose} />}
    </FolderDialog>
  )
}

function AddName({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [names, setNames] = useState<ByLanguage>({})
  const [icon, setIcon] = useState<GroupIcon | null>(null)
  const submission = useSubmit(addReportGroup, { ...useEnd(onClose), values: { name, names, icon } })
  return (
    <FolderForm
      action={t('general.action.add')}
      submission={submission}
      onSubmit={() => submission.submit({ name, names, icon })}
      onClose={onClose}
    >
      <NameField name={name} error={submission.faults['name']} onChange={setName} />
      <NamesField name={name} names={names} error={submission.faults['names']} onChange={setNames} />
      <GroupIconField value={icon} onChange={setIcon} />
    </FolderForm>
  )
}

function Rename({ group: { id, version, ...group }, onClose }: { group: NamedGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(group.name)
  const [names, setNames] = useState(group.names)
  const [icon, setIcon] = useState(known(group.icon))
  const submission = useSubmit(updateReportGroup, { ...useEnd(onClose), values: { name, names, icon } })
  return (
    <FolderForm
      action={t('general.action.save')}
      submission={submission}
      onSubmit={() => submission.submit({ id, version, name, names, icon })}
      onClose={onClose}
    >
      <NameField name={name} error={submission.faults['name']} onChange={setName} />
      <NamesField name={name} names={names} error={submission.faults['names']} onChange={setNames} />
      <GroupIconField value={icon} onChange={setIcon} />
    </FolderForm>
  )
}

/** Ends the dialog of a group or subgroup: message, close, reload of the outline. */
export function useEnd(onClose: () => void) {
  const { t } = useTranslation()
  return {
    label: (field: string) => t(`reports.subgroups.field.${field as 'name' | 'names' | 'group_id'}`),
    refreshes: [listReportGroups],
    onDone: () => {
      toastDone()
      onClose()
    },
  }
}

type NameFieldProps = { name: string; error: string | undefined; onChange: (name: string) => void }

export function NameField({ name, error, onChange }: NameFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      name="name"
      label={t('reports.groups.field.name')}
      error={error}
      maxLength={80}
      value={name}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  )
}

type NamesFieldProps = {
  name: string
  names: ByLanguage
  error: string | undefined
  onChange: (names: ByLanguage) => void
}

export function NamesField({ name, names, error, onChange }: NamesFieldProps) {
  const { t } = useTranslation()
  return (
    <ByLanguageField
      name="names"
      label={t('reports.groups.field.name')}
      plain={name}
      error={error}
      max={80}
      value={names}
      onChange={onChange}
    />
  )
}

type FolderDialogProps = { title: string; opened: boolean; onClose: () => void; children: ReactNode }

export function FolderDialog(props: FolderDialogProps) {
  const { t } = useTranslation()
  return <Modal {...props} centered closeButtonProps={{ 'aria-label': t('general.action.close') }} />
}

type FolderFormProps = {
  action: string
  submission: { refusal: CallFailure | null; busy: boolean }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function FolderForm({ action, submission: { refusal, busy }, onSubmit, onClose, children }: FolderFormProps) {
  const { t } = useTranslation()
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {refusal === null ? null : (
          <Text role="alert" c="var(--danger)">
            {refusal.message}
          </Text>
        )}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
