import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ByLanguage } from '#catalogue/languages.ts'
import { ByLanguageField } from '#platform/web/ui/by-language-field.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { type DialogDraft, DialogForm } from '#platform/web/ui/form-dialog.tsx'
import { type GroupIcon, addReportGroup, groupIcons, listReportGroups, updateReportGroup } from '../contract.ts'
import { GroupIconField } from './group-icon-field.tsx'

type NamedGroup = { id: string; name: string; names: ByLanguage; icon: string | null; version: number }

const known = (icon: string | null): GroupIcon | null => groupIcons.find((name) => name === icon) ?? null

type GroupValues = FolderNameValues & { icon: GroupIcon | null }

const blank: GroupValues = { name: '', names: {}, icon: null }

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
    <Dialog title={title} opened={group !== null} onClose={onClose}>
      {group === 'new' ? <AddName onClose={onClose} /> : null}
      {group === null || group === 'new' ? null : <Rename key={group.id} group={group} onClose={onClose} />}
    </Dialog>
  )
}

function AddName({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <DialogForm
      call={addReportGroup}
      initial={blank}
      inputOf={(values) => values}
      action={t('general.action.add')}
      {...useFolderForm(onClose)}
    >
      {(draft) => <GroupFields {...draft} />}
    </DialogForm>
  )
}

function Rename({ group, onClose }: { group: NamedGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, version, name, names, icon } = group
  return (
    <DialogForm
      call={updateReportGroup}
      initial={{ name, names, icon: known(icon) }}
      inputOf={(values) => ({ id, version, ...values })}
      action={t('general.action.save')}
      {...useFolderForm(onClose)}
    >
      {(draft) => <GroupFields {...draft} />}
    </DialogForm>
  )
}

function GroupFields({ values, set, faults }: DialogDraft<GroupValues>) {
  return (
    <>
      <FolderNames values={values} set={set} faults={faults} />
      <GroupIconField value={values.icon} onChange={(icon) => set({ icon })} />
    </>
  )
}

/** What the forms of groups and subgroups share: the outline that they change, and the labels dialog and reloads their fields. */
export function useFolderForm(onClose: () => void) {
  const { t } = useTranslation()
  return {
    label: (field: string) => t(`reports.subgroups.field.${field as 'name' | 'names' | 'group_id'}`),
    refreshes: [listReportGroups],
    onClose,
  }
}

export type FolderNameValues = { name: string; names: ByLanguage }

/** The name of a group or subgroup, and its translations. */
export function FolderNames({ values: { name, names }, set, faults }: DialogDraft<FolderNameValues>) {
  const { t } = useTranslation()
  const label = t('reports.groups.field.name')
  return (
    <>
      <TextInput
        name="name"
        label={label}
        error={faults['name']}
        maxLength={80}
        value={name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
        data-autofocus
      />
      <ByLanguageField
        name="names"
        label={label}
        plain={name}
        error={faults['names']}
        max={80}
        value={names}
        onChange={(value) => set({ names: value })}
      />
    </>
  )
}
