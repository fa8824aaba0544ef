// Input for a day and a time of day in the time zone of the business unit, as the server takes it: 2026-12-31T08:30.
import { Group, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from './day-field.tsx'
import { TimeInput } from './times-of-day.tsx'

type MomentFieldProps = {
  name: string
  label: string
  description?: ReactNode
  error?: string | undefined
  /** Null while the day is empty. A text that is no moment stays, so that saving names it as a fault. */
  value: string | null
  onChange: (value: string | null) => void
}

/** The time that stands beside a new day. */
const usualTime = '08:00'

export function MomentField({ name, label, description, error, value, onChange }: MomentFieldProps) {
  const { t } = useTranslation()
  const [day = '', time = usualTime] = (value ?? '').split('T')
  return (
    <Input.Wrapper
      component="fieldset"
      bd="none"
      p={0}
      m={0}
      miw={0}
      label={label}
      labelElement="div"
      description={description}
      error={error}
    >
      <Group gap="sm" mt="xs" align="flex-start">
        <DayInput
          name={name}
          aria-label={label}
          error={error !== undefined}
          value={day === '' ? null : day}
          onChange={(newDay) => onChange(newDay === null ? null : `${newDay}T${time}`)}
        />
        {value === null ? null : (
          <TimeInput
            label={t('frame.times.one')}
            value={time}
            isAtFault={error !== undefined}
            onChange={(newTime) => onChange(`${day}T${newTime}`)}
          />
        )}
      </Group>
    </Input.Wrapper>
  )
}
