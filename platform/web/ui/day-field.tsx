// Input for a calendar day: typed as DD/MM/YYYY in every language, or chosen in the browser's calendar. The browser's own input of a day
// would show another order of day and month than the rest of the page.
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../language/formats.ts'
import classes from './day-field.module.css'
import { readDay } from './day-text.ts'

type DayFieldProps = Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'> & {
  /** The day as YYYY-MM-DD; null while the field is empty. A text that is no day stays, so that saving names it as a fault. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A field for a day. The description shows the day with its weekday. */
export function DayField({ description, ...input }: DayFieldProps) {
  const { longDay } = useFormats()
  const day = readDay(input.value ?? '')
  return (
    <DayInput
      {...input}
      description={
        day === null ? (
          description
        ) : (
          <>
            {longDay(day)}. {description}
          </>
        )
      }
    />
  )
}

export function DayInput({ value, onChange, ...input }: DayFieldProps) {
  const { t } = useTranslation()
  const { day: formatDay } = useFormats()
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const day = readDay(value ?? '')
  return (
    <TextInput
      {...input}
      placeholder={t('general.day.form')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={typed ?? (day === null ? (value ?? '') : formatDay(day))}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange(readDay(text) ?? (text.trim() || null))
      }}
      onBlur={() => setTyped(null)}
      styles={{ wrapper: { maxWidth: '14rem' } }}
      rightSection={
        <>
          <input
            ref={calendar}
            className={classes.calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={day ?? ''}
            onChange={({ currentTarget }) => {
              setTyped(null)
              onChange(currentTarget.value || null)
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            disabled={input.disabled ?? false}
            aria-label={t('general.day.choose')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}
