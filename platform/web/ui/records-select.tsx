import { MultiSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

export type NamedRecord = { id: string; name: string }

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

type IdsField = {
  /** The names that the stored record tells. */
  known: readonly NamedRecord[]
  /** The ids in the form. */
  value: unknown
  onChange: (ids: string[]) => void
}

/** Adds names to the ids of a form. The names come from the stored record and from later searches. */
export function useNamedRecords({ known, value, onChange }: IdsField): Pick<RecordsSelectProps, 'value' | 'onChange'> {
  const [seen, setSeen] = useState(known)
  return {
    value: (value as string[]).map((id) => ({ id, name: seen.find((each) => each.id === id)?.name ?? '' })),
    onChange: (records) => {
      setSeen([...seen, ...records])
      onChange(records.map(({ id }) => id))
    },
  }
}
