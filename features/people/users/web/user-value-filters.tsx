// The filters of the list of people by department, and by the value of a custom field.
import { useTranslation } from 'react-i18next'
import { columnOfField } from '#features/organisation/custom-fields/contract.ts'
import { useValueFields } from '#features/organisation/custom-fields/web/exports.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { List } from '#platform/web/routing/use-list.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { SearchChip, useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { type listUsers, selectUserValues } from '../contract.ts'

export function UserValueFilters({ list: { options, change } }: { list: List<typeof listUsers> }) {
  const { t } = useTranslation()
  const { department, field_id: fieldId, field_value: fieldValue } = options
  const fields = useValueFields({ freshFor: 60_000 })
  const field = fields.find(({ id }) => id === fieldId)
  return (
    <>
      <ValueChip
        label={t('people.users.field.department')}
        value={department}
        onChange={(value) => change({ department: value })}
      />
      {fields.length === 0 ? null : (
        <FilterChip
          label={t('people.users.field.custom')}
          value={fieldId}
          options={fields.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => change({ field_id: value, field_value: undefined })}
        />
      )}
      {field === undefined ? null : (
        <ValueChip
          key={columnOfField(field.id)}
          label={field.name}
          field={field.id}
          value={fieldValue}
          onChange={(value) => change({ field_value: value })}
        />
      )}
    </>
  )
}

type ValueChipProps = {
  label: string
  /** Id of a custom field; absent: the department. */
  field?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A filter by one of the values that people have; nothing when nobody has one. */
function ValueChip({ label, field, value, onChange }: ValueChipProps) {
  const search = useTypedSearch()
  const input = { search: search.asked, ...(field !== undefined && { field_id: field }) }
  const { data: options = [] } = useCallQuery(selectUserValues, input, { keep: true, freshFor: 60_000 })
  if (options.length === 0 && value === undefined && search.typed === '' && search.asked === '') return null
  return <SearchChip {...{ label, value, search, options, onChange }} name={value} />
}
