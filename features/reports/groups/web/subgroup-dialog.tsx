import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ByLanguage } from '#catalogue/languages.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DialogForm } from '#platform/web/ui/form-dialog.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listReportGroups } from '../contract.ts'
import { FolderNames, type FolderNameValues, useFolderForm } from './group-dialog.tsx'
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
    <Dialog title={title} opened={subgroup !== null} onClose={onClose}>
      {subgroup === null ? null : 'id' in subgroup ? (
        <Change key={subgroup.id} subgroup={subgroup} onClose={onClose} />
      ) : (
        <Add group={subgroup.in} onClose={onClose} />
      )}
    </Dialog>
  )
}

function useTitle(subgroup: NamedSubgroup | InGroup | null): string {
  const { t } = useTranslation()
  if (subgroup === null) return ''
  return 'id' in subgroup
    ? t('reports.subgroups.changeTitle', { name: subgroup.name })
    : t('reports.subgroups.addTo', { group: subgroup.in.name })
}

const blank: FolderNameValues = { name: '', names: {} }

function Add({ group, onClose }: { group: InGroup['in']; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <DialogForm
      call={addSubgroup}
      initial={blank}
      inputOf={(values) => ({ ...values, group_id: group.id })}
      action={t('general.action.add')}
      {...useFolderForm(onClose)}
    >
      {(draft) => <FolderNames {...draft} />}
    </DialogForm>
  )
}

function Change({ subgroup, onClose }: { subgroup: NamedSubgroup; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, version, name, names } = subgroup
  const [group, setGroup] = useState(subgroup.in)
  return (
    <DialogForm
      call={updateSubgroup}
      initial={{ name, names, group_id: group.id }}
      inputOf={(values) => ({ id, version, ...values })}
      action={t('general.action.save')}
      {...useFolderForm(onClose)}
    >
      {({ values, set, faults }) => (
        <>
          <FolderNames values={values} set={set} faults={faults} />
          <GroupSelect
            group={group}
            onChange={(chosen) => {
              setGroup(chosen)
              set({ group_id: chosen.id })
            }}
          />
        </>
      )}
    </DialogForm>
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
      // The server has already searched, so the field does not filter.
      filter={({ options }) => options}
      allowDeselect={false}
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}
