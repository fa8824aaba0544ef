import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './filter-chip.module.css'

type FilterChipProps<Value extends string> = {
  label: string
  value: Value | undefined
  /** `text` distinguishes options with the same label. */
  options: readonly { value: Value; label: string; text?: string }[]
  onChange: (value: Value | undefined) => void
}

/** A filter of a list: shows its subject or its chosen value; the cross clears it. */
export function FilterChip<Value extends string>({ label, value, options, onChange }: FilterChipProps<Value>) {
  const { t } = useTranslation()
  const chosen = options.find((option) => option.value === value)
  return (
    <span className={classes.chip} data-active={chosen !== undefined || undefined}>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <UnstyledButton className={classes.label}>
            {chosen === undefined ? label : `${label}: ${chosen.label}`}
            {chosen === undefined ? <IconChevronDown size={14} stroke={1.8} aria-hidden /> : null}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.options}>
          <Menu.RadioGroup
            value={value ?? null}
            onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
          >
            {options.map((option) => (
              <Menu.RadioItem
                key={option.value}
                value={option.value}
                closeMenuOnClick
                aria-label={option.label}
                aria-description={option.text}
              >
                {option.label}
                {option.text === undefined ? null : <span className={classes.text}>{option.text}</span>}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {chosen === undefined ? null : (
        <UnstyledButton
          className={classes.clear}
          aria-label={`${t('general.action.clear')}: ${label}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  )
}
