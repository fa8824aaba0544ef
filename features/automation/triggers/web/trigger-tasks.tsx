// The tasks that a trigger starts, chosen on its form. The form of a task chooses its triggers in the same way.
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { RecordsSelect } from '#platform/web/ui/records-select.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { taskCalls } from '#features/automation/tasks/contract.ts'

export type NamedRecord = { id: string; name: string }

export function TriggerTasks({ name, label, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const { data = [] } = useCallQuery(taskCalls.select, { search: search.asked }, { keep: true })
  return (
    <RecordsSelect
      name={name}
      label={label}
      placeholder={t('automation.triggers.pickTask')}
      description={description}
      error={error}
      value={value as NamedRecord[]}
      onChange={onChange}
      found={data.map((each) => ({ id: each.value, name: each.label }))}
      onType={search.type}
    />
  )
}
