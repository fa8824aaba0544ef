import { Combobox, Input, UnstyledButton, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLength } from '#catalogue/limits.ts'
import classes from './filter-chip.module.css'

/** What somebody types to find a record, and of it what the server is asked once they pause. */
export function useTypedSearch() {
  const [typed, type] = useState('')
  const [asked] = useDebouncedValue(typed.trim().slice(0, searchLength), 200)
  return { typed, type, asked }
}

type Choice = { value: string; label: string }

type SearchChipProps = {
  label: string
  /** Id of the record; its name may not be known yet. */
  value: string | undefined
  name: string | undefined
  search: ReturnType<typeof useTypedSearch>
  /** What the server has found for the search, the first of them. */
  options: readonly Choice[]
  onChange: (value: string | undefined) => void
}

/** A filter chip for a record out of more than a menu holds: the server searches, and the chosen one needs not be among what it found. */
export function SearchChip({ label, value, name = '…', search, options, onChange }: SearchChipProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({
    // Nothing that is still hidden takes the focus.
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
