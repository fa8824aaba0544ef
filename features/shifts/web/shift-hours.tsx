import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { daysAtFault, type Interval, type Weekday } from '../contract.ts'
import classes from './shift-hours.module.css'
import { useWeek } from './shift-week.ts'

type ShiftHoursProps = { hours: Interval[]; error: string | undefined; onChange: (hours: Interval[]) => void }

/** The hours of each weekday: add, change, remove. The end of a day is 24:00. */
export function ShiftHours({ hours, error, onChange }: ShiftHoursProps) {
  const { days } = useWeek()
  const atFault = new Set(error === undefined ? [] : daysAtFault(hours))
  const replace = (old: Interval, fresh: Interval[]) =>
    onChange(hours.flatMap((each) => (each === old ? fresh : [each])))
  return (
    <div id="hours" tabIndex={-1} className={classes.week} aria-invalid={error !== undefined}>
      {days.map((day) => (
        <Day
          key={day}
          day={day}
          hours={hours.filter((each) => each.day === day)}
          isAtFault={atFault.has(day)}
          onAdd={(added) => onChange([...hours, added])}
          onReplace={replace}
        />
      ))}
      {error === undefined ? null : (
        <Text size="sm" className={classes.error}>
          {error}
        </Text>
      )}
    </div>
  )
}

type DayProps = {
  day: Weekday
  hours: Interval[]
  isAtFault: boolean
  onAdd: (interval: Interval) => void
  onReplace: (old: Interval, fresh: Interval[]) => void
}

function Day({ day, hours, isAtFault, onAdd, onReplace }: DayProps) {
  const { t } = useTranslation()
  const { nameOf } = useWeek()
  const name = nameOf(day)
  const last = hours.at(-1)
  const next: Interval =
    last === undefined
      ? { day, from: '08:00', to: '18:00' }
      : { day, from: last.to === '24:00' ? '00:00' : last.to, to: '24:00' }
  return (
    <fieldset className={classes.day}>
      <legend className={classes.name}>{name}</legend>
      <div className={classes.intervals}>
        {hours.length === 0 ? <span className={classes.none}>{t('shifts.free')}</span> : null}
        {hours.map((interval, at) => (
          <div key={at} className={classes.interval}>
            <Time
              label={t('shifts.from')}
              isAtFault={isAtFault}
              value={interval.from}
              onChange={(from) => onReplace(interval, [{ ...interval, from }])}
            />
            <span aria-hidden>–</span>
            <Time
              label={t('shifts.to')}
              isAtFault={isAtFault}
              value={interval.to}
              onChange={(to) => onReplace(interval, [{ ...interval, to }])}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('shifts.removeHours', { day: name, from: interval.from, to: interval.to })}
              onClick={() => onReplace(interval, [])}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={t('shifts.addHoursOf', { day: name })}
        onClick={() => onAdd(next)}
      >
        {t('shifts.addHours')}
      </Button>
    </fieldset>
  )
}

type TimeProps = { label: string; isAtFault: boolean; value: string; onChange: (value: string) => void }

/** A plain text field: the browser's time input does not know 24:00, and typing is faster. */
function Time({ label, isAtFault, value, onChange }: TimeProps) {
  return (
    <TextInput
      aria-label={label}
      error={isAtFault}
      className={classes.time}
      inputMode="numeric"
      placeholder="00:00"
      maxLength={5}
      value={value}
      onChange={({ currentTarget }) => onChange(asTyped(currentTarget.value))}
      onBlur={({ currentTarget }) => onChange(completed(currentTarget.value))}
    />
  )
}

/** Digits and one colon, which is optional. */
const asTyped = (text: string) => text.replace(/[^\d:]/g, '').replace(/^(\d{2})(\d)/, '$1:$2')

/** `8` is 08:00 and `8:30` is 08:30; the server judges anything else. */
function completed(text: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2}):?(\d{2})?$/.exec(text) ?? []
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute}`
}
