// The fields of a form that say when something runs, and how a list shows them, for every noun with the calendar of triggers.
import { Chip, Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { makeWeek } from '#platform/contract/week.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { TimesOfDay } from '#platform/web/ui/times-of-day.tsx'
import { Weekdays } from '#platform/web/ui/weekdays.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { listTimezones } from '#features/organisation/settings/contract.ts'
import { lastDay, type triggerCalls } from '../contract.ts'
import classes from './schedule-fields.module.css'

/** The calendar of a new record. */
export const blankSchedule = {
  frequency: 'daily',
  days: [1, 2, 3, 4, 5],
  month_days: [1],
  times: ['08:00'],
  timezone: null,
  starts_on: null,
  ends_on: null,
}

export function ScheduleFields() {
  const { frequency } = useForm().values
  return (
    <>
      <Field name="frequency" />
      {frequency === 'weekly' ? <Field name="days">{(input) => <Weekdays {...input} />}</Field> : null}
      {frequency === 'monthly' ? <Field name="month_days">{(input) => <MonthDays {...input} />}</Field> : null}
      <Field name="times">
        {({ label, value, error, onChange }) => (
          <TimesOfDay label={label} times={value as string[]} error={error} onChange={onChange} />
        )}
      </Field>
      <Field name="timezone">{(input) => <Zone {...input} />}</Field>
      <Field name="starts_on" />
      <Field name="ends_on" />
    </>
  )
}

const monthDays = Array.from({ length: lastDay }, (_, index) => index + 1)

function MonthDays({ name, label, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const selectedDays = value as number[]
  return (
    <Input.Wrapper label={label} description={description} error={error} id={name}>
      <div className={classes.days}>
        {monthDays.map((day) => (
          <Chip
            key={day}
            {...(day === lastDay && { className: classes.lastDay ?? '' })}
            size="sm"
            radius="md"
            classNames={{ label: classes.day ?? '', iconWrapper: classes.mark ?? '' }}
            checked={selectedDays.includes(day)}
            onChange={(isChosen) =>
              onChange(
                isChosen
                  ? [...selectedDays, day].toSorted((a, b) => a - b)
                  : selectedDays.filter((each) => each !== day),
              )
            }
          >
            {day === lastDay ? t('automation.triggers.lastDay') : day}
          </Chip>
        ))}
      </div>
    </Input.Wrapper>
  )
}

/** The maximum number of listed time zones; a more specific search finds the others. */
const maxVisibleTimes = 80

function Zone({ name, label, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(listTimezones, {}, { freshFor: 3_600_000 })
  return (
    <OptionalSelect
      id={name}
      label={label}
      description={description}
      error={error}
      placeholder={t('automation.triggers.ofUnit')}
      searchable
      limit={maxVisibleTimes}
      maxDropdownHeight={280}
      nothingFoundMessage={t('general.list.empty')}
      data={data.map((zone) => ({ value: zone.id, label: zone.label }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}

type Calendar = Pick<ReceivedOf<typeof triggerCalls.read>, 'frequency' | 'days' | 'month_days'>

/** Shows a frequency with its days. */
export function Frequency({ frequency, days, month_days }: Calendar) {
  const { t } = useTranslation()
  const week = makeWeek(useLanguage())
  const weekDays = week.days.filter((day) => days.includes(day))
  if (frequency === 'weekly' && weekDays.length > 0)
    return t('automation.triggers.weeklyOn', { days: weekDays.map((day) => week.nameOf(day, 'short')).join(', ') })
  if (frequency === 'monthly' && month_days.length > 0) return <Monthly monthDays={month_days} />
  return t(`automation.triggers.choice.frequency.${frequency}`)
}

/** Day 31 is the last day of every month (`MonthDays` of the form). */
function Monthly({ monthDays }: { monthDays: readonly number[] }) {
  const { t } = useTranslation()
  const days = monthDays.filter((day) => day !== lastDay)
  if (days.length === 0) return t('automation.triggers.monthlyLast')
  const text = t('automation.triggers.monthlyOn', { count: days.length, days: days.join(', ') })
  return days.length === monthDays.length ? text : t('automation.triggers.monthlyAndLast', { text })
}
