import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { shiftCalls } from '../contract.ts'

export type PickedShift = { id: string; name: string }

type ShiftSelectProps = {
  name: string
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  value: PickedShift | null
  onChange: (shift: PickedShift | null) => void
}

/** Chooses one shift of the business unit, or none. Example: `<ShiftSelect name="shift_id" label={…} value={shift} onChange={set} />`. */
export function ShiftSelect({ name, value, onChange, ...field }: ShiftSelectProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data = [] } = useCallQuery(
    shiftCalls.select,
    { search: search === value?.name ? '' : search },
    { keep: true },
  )
  const isListed = value === null || data.some((shift) => shift.value === value.id)
  const choices = isListed ? data : [{ value: value.id, label: value.name }, ...data]
  const choose = (id: string | null) => {
    const chosen = choices.find((shift) => shift.value === id)
    onChange(chosen ? { id: chosen.value, name: chosen.label } : null)
  }
  return (
    <OptionalSelect
      {...field}
      // Mantine puts a name on a hidden input; the summary of faults finds the visible one by its id.
      id={name}
      data={choices}
      value={value?.id ?? null}
      onChange={choose}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}
