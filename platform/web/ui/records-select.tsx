import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type NamedRecord = { id: string; name: string }

type RecordsSelectProps = {
  /** The field's wire name, for the summary of faults. */
  name?: string | undefined
  label?: ReactNode
  description?: ReactNode
  /** Shown while nothing is chosen. */
  placeholder?: string
  error?: ReactNode
  value: readonly NamedRecord[]
  onChange: (records: NamedRecord[]) => void
  /** The records that the server found for the typed text. */
  found: readonly NamedRecord[]
  onType: (text: string) => void
}

/** A choice of several records, searched on the server. Chosen records keep their names when another text is typed. */
export function RecordsSelect({ name, value, onChange, found, onType, placeholder, ...field }: RecordsSelectProps) {
  const { t } = useTranslation()
  const known = new Map([...value, ...found].map(({ id, name: label }) => [id, { value: id, label }]))
  return (
    <MultiSelect
      {...field}
      {...(name !== undefined && { id: name })}
      {...(placeholder !== undefined && value.length === 0 && { placeholder })}
      data={[...known.values()]}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: known.get(id)?.label ?? id })))}
      searchable
      onSearchChange={onType}
      // The server has already searched, ignoring accents.
      filter={({ options }) => options}
      nothingFoundMessage={t('general.list.empty')}
      hidePickedOptions
    />
  )
}
