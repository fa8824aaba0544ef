import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ByLanguage } from '#catalogue/languages.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listReportGroups } from '../contract.ts'
import { FolderDialog, FolderForm, NameField, NamesField, useEnd } from './group-dialog.tsx'
import { addSubgroup, updateSubgroup } from '#features/reports/subgroups/contract.ts'

type InGroup = { in: { id: string; name: string } }
type NamedSubgroup = InGroup & { id: string; name: string; names: ByLanguage; version: number }

type SubgroupDialogProps = {
  /** The subgroup to change, or the group of a new one; null closes the dialog. */
  subgroup: NamedSubgroup | InGroup | null
  onClose: () => void
}

/** Asks for the name of a subgroup and, for an existing one, for its group. */
export function SubgroupDialog({ subgroup, onClose }: SubgroupDialogProps) {
  const title = useTitle(subgroup)
  return (
    <FolderDialog title={title} opened={subgroup !== null} onClose={onClose}>
      {subgroup === null ? null : 'id' in subgroup ? (
        <Change key={subgroup.id} subgroup={subgroup} onClose={onClose} />
      ) : (
        <Add group={subgroup.in} onClose={onClose} />
      )}
    </FolderDialog>
  )
}

function useTitle(subgroup: NamedSubgroup | InGroup | null): string {
  const { t } = useTranslation()
  if (subgroup === null) return ''
  return 'id' in subgroup
    ? t('reports.subgroups.changeTitle', { name: subgroup.name })
    : t('reports.subgroups.addTo', { group: subgroup.in.name })
}

function Add({ group, onClose }: { group: InGroup['in']; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [names, setNames] = useState<ByLanguage>({})
  const submission = useSubmit(addSubgroup, { ...useEnd(onClose), values: { name, names } })
  return (
    <FolderForm
      action={t('general.action.add')}
      submission={submission}
      onSubmit={() => submission.submit({ name, names, group_id: group.id })}
      onClose={onClose}
    >
      <NameField name={name} error={submission.faults['name']} onChange={setName} />
      <NamesField name={name} names={names} error={submission.faults['names']} onChange={setNames} />
    </FolderForm>
  )
}

function Change({ subgroup, onClose }: { subgroup: NamedSubgroup; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, version } = subgroup
  const [name, setName] = useState(subgroup.name)
  const [names, setNames] = useState(subgroup.names)
  const [group, setGroup] = useState(subgroup.in)
  const group_id = group.id
  const submission = useSubmit(updateSubgroup, { ...useEnd(onClose), values: { name, names, group_id } })
  return (
    <FolderForm
      action={t('general.action.save')}
      submission={submission}
      onSubmit={() => submission.submit({ id, version, name, names, group_id })}
      onClose={onClose}
    >
      <NameField name={name} error={submission.faults['name']} onChange={setName} />
      <NamesField name={name} names={names} error={submission.faults['names']} onChange={setNames} />
      <GroupSelect group={group} onChange={setGroup} />
    </FolderForm>
  )
}

type GroupSelectProps = { group: InGroup['in']; onChange: (group: InGroup['in']) => void }

function GroupSelect({ group, onChange }: GroupSelectProps) {
  const { t } = useTranslation()
  const { type, asked } = useTypedSearch()
  const search = asked === group.name ? '' : asked
  const { data } = useCallQuery(listReportGroups, { search }, { keep: true, freshFor: 10_000 })
  const found = data?.data ?? []
  const groups = found.some(({ id }) => id === group.id) ? found : [group, ...found]
  return (
    <Select
      id="group_id"
      name="group_id"
      label={t('reports.subgroups.field.group_id')}
      data={groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={group.id}
      onChange={(_, chosen) => chosen && onChange({ id: chosen.value, name: chosen.label })}
      searchable
      onSearchChange={type}
      // The server has already searched.
      filter={({ options }) => options}
      allowDeselect={false}
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}
