import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './record-picker.module.css'
import type { z } from 'zod'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { searchLength } from '#catalogue/limits.ts'
import { useCallQuery } from '../client/use-call.ts'

type PickCall = Call<z.ZodType<{ search: string }>, z.ZodType<{ value: string; label: string }[]>>

export type RecordPickerProps<Choice> = {
  label: ReactNode
  description?: ReactNode
  placeholder?: string
  error?: ReactNode
  /** The field's wire name, for the summary of faults. */
  name?: string
  disabled?: boolean
  /** Ids that are already chosen. */
  exclude: readonly string[]
  /** The person picks several records one after the other: the list stays open until they leave it. */
  isMulti?: boolean
  onPick: (choice: Choice) => void
}

type Props<C extends PickCall> = RecordPickerProps<ReceivedOf<C>[number]> & {
  /** Returns the first records that match a text. */
  call: C
  /** A second line under the name, to distinguish records with the same name. */
  detail?: (choice: ReceivedOf<C>[number]) => string | null
}

const pause = 200

/** Searches records on the server and picks one; the screen shows the picked record. */
export function RecordPicker<C extends PickCall>({
  call,
  detail,
  exclude,
  isMulti = false,
  onPick,
  name,
  ...field
}: Props<C>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [searchText] = useDebouncedValue(search.trim().slice(0, searchLength), pause)
  const input = { search: searchText } as never
  const { data, error, isPending, isPlaceholderData } = useCallQuery(call, input, { keep: true, freshFor: 10_000 })
  // An answer to an earlier text offers nothing: a quick Enter would pick a wrong record, and the list would move under the pointer when
  // the answer arrives, also to the other side of the field.
  const isEarlier = isPlaceholderData || searchText !== search.trim().slice(0, searchLength)
  const found: ReceivedOf<C>[number][] = isEarlier ? [] : (data ?? [])
  const choices = new Map(found.filter(({ value }) => !exclude.includes(value)).map((choice) => [choice.value, choice]))
  const [isOpen, setOpen] = useState(false)
  // The library closes the list after each pick.
  const wasPicked = useRef(false)
  const pick = (value: string | null) => {
    const choice = value === null ? undefined : choices.get(value)
    if (choice !== undefined) onPick(choice)
    wasPicked.current = true
    setSearch('')
  }
  const close = () => {
    if (!isMulti || !wasPicked.current) setOpen(false)
    wasPicked.current = false
  }
  return (
    <Select
      {...field}
      // Mantine puts the name on a hidden input; the summary of faults finds the visible one by its id.
      id={name}
      value={null}
      onChange={pick}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={close}
      searchable
      // A fault moves the cursor here, and the list would cover the sentence. A click, an arrow key or typing opens it.
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      // The server has already searched, ignoring accents.
      filter={({ options }) => options}
      data={[...choices.values()].map(({ value, label }) => ({ value, label }))}
      nothingFoundMessage={error?.message ?? t(isPending || isEarlier ? 'general.state.loading' : 'general.list.empty')}
      renderOption={({ option }) => (
        <Option label={option.label} detail={detailOf(choices.get(option.value), detail)} />
      )}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={null}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
      classNames={{ dropdown: classes.dropdown }}
    />
  )
}

function detailOf<Choice>(choice: Choice | undefined, detail: ((choice: Choice) => string | null) | undefined) {
  return choice === undefined || detail === undefined ? null : detail(choice)
}

function Option({ label, detail }: { label: string; detail: string | null }) {
  return (
    <div>
      {label}
      {detail === null ? null : (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </div>
  )
}
