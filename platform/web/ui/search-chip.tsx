import { Combobox, Input, UnstyledButton, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLength } from '#catalogue/limits.ts'
import classes from './filter-chip.module.css'

/** The text that a person types to find a record, and the part that is sent to the server once they stop typing. */
export function useTypedSearch() {
  const [typed, type] = useState('')
  const [searchText] = useDebouncedValue(typed.trim().slice(0, searchLength), 200)
  return { typed, type, asked: searchText }
}

type Choice = { value: string; label: string }

type SearchChipProps = {
  label: string
  /** The record's id; its name may not be known yet. */
  value: string | undefined
  name: string | undefined
  search: ReturnType<typeof useTypedSearch>
  /** The first records that the server found. */
  options: readonly Choice[]
  onChange: (value: string | undefined) => void
}

/** A filter chip for a record of a large set: the server searches, and the chosen record need not be in the result. */
export function SearchChip({ label, value, name = '…', search, options, onChange }: SearchChipProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({
    // A hidden element does not take the focus.
    onDropdownOpen: () => void setTimeout(() => box.current?.focus({ preventScroll: true })),
    onDropdownClose: (by) => {
      search.type('')
      if (by === 'keyboard') button.current?.focus()
    },
  })
  const choose = (next: string) => {
    onChange(next)
    combobox.closeDropdown('keyboard')
  }
  const isActive = value !== undefined
  return (
    <span className={classes.chip} data-active={isActive || undefined}>
      <Combobox store={combobox} position="bottom-start" width="16rem" onOptionSubmit={choose}>
        <Combobox.Target withAriaAttributes={false} targetType="button">
          <UnstyledButton
            ref={button}
            className={classes.label}
            aria-haspopup="listbox"
            aria-expanded={combobox.dropdownOpened}
            onClick={() => combobox.toggleDropdown()}
          >
            {isActive ? `${label}: ${name}` : label}
            {isActive ? null : <IconChevronDown size={14} stroke={1.8} aria-hidden />}
          </UnstyledButton>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
            <Input
              ref={box}
              className={classes.search}
              size="sm"
              aria-label={t('general.action.search')}
              placeholder={t('general.action.search')}
              value={search.typed}
              onChange={({ currentTarget }) => {
                search.type(currentTarget.value)
                combobox.resetSelectedOption()
              }}
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={classes.options} aria-label={label}>
            {options.map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
                {option.label}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {options.length === 0 ? <Combobox.Empty>{t('general.list.empty')}</Combobox.Empty> : null}
        </Combobox.Dropdown>
      </Combobox>
      {isActive ? (
        <UnstyledButton
          className={classes.clear}
          aria-label={`${t('general.action.clear')}: ${label}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      ) : null}
    </span>
  )
}
