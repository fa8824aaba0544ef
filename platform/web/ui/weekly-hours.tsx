import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysAtFault, type Interval, type Weekday } from '#platform/contract/week.ts'
import classes from './weekly-hours.module.css'
import { useDayClock, useWeek } from '../language/week.ts'

type WeeklyHoursProps = {
  hours: Interval[]
  error: string | undefined
  /** The meaning of a day without hours. */
  noneText: string
  onChange: (hours: Interval[]) => void
}

/** The hours of each weekday: add, change, remove. The end of a day is 24:00; an earlier end is on the next day. */
export function WeeklyHours({ hours, error, noneText, onChange }: WeeklyHoursProps) {
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
          noneText={noneText}
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
  noneText: string
  onAdd: (interval: Interval) => void
  onReplace: (old: Interval, fresh: Interval[]) => void
}

function Day({ day, hours, isAtFault, noneText, onAdd, onReplace }: DayProps) {
  const { t } = useTranslation()
  const { nameOf } = useWeek()
  const { shown } = useDayClock()
  const name = nameOf(day)
  const last = hours.at(-1)
  const newInterval: Interval =
    last === undefined
      ? { day, from: '08:00', to: '18:00' }
      : { day, from: last.to === '24:00' ? '00:00' : last.to, to: '24:00' }
  return (
    <fieldset className={classes.day}>
      <legend className={classes.name}>{name}</legend>
      <div className={classes.intervals}>
        {hours.length === 0 ? <span className={classes.none}>{noneText}</span> : null}
        {hours.map((interval, index) => (
          <div key={index} className={classes.interval}>
            <Time
              label={t('frame.week.from')}
              isAtFault={isAtFault}
              value={interval.from}
              onChange={(from) => onReplace(interval, [{ ...interval, from }])}
            />
            <span aria-hidden>–</span>
            <Time
              label={t('frame.week.to')}
              isEnd
              isAtFault={isAtFault}
              value={interval.to}
              onChange={(to) => onReplace(interval, [{ ...interval, to }])}
            />
            {interval.to < interval.from ? <span className={classes.none}>{t('frame.week.nextDay')}</span> : null}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('frame.week.remove', {
                day: name,
                from: shown(interval.from),
                to: shown(interval.to),
              })}
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
        aria-label={t('frame.week.addTo', { day: name })}
        onClick={() => onAdd(newInterval)}
      >
        {t('frame.week.add')}
      </Button>
    </fieldset>
  )
}

type TimeProps = {
  label: string
  isAtFault: boolean
  value: string
  /** The end of an interval, where midnight is 24:00. */
  isEnd?: boolean
  onChange: (value: string) => void
}

/** A plain text field: the browser's time input does not know 24:00, and typing is faster. While it is typed in, the text stays as typed. */
function Time({ label, isAtFault, value, isEnd = false, onChange }: TimeProps) {
  const { shown, read } = useDayClock()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      aria-label={label}
      error={isAtFault}
      className={classes.time}
      placeholder={shown('00:00')}
      maxLength={8}
      value={typed ?? shown(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(read(currentTarget.value, isEnd))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
