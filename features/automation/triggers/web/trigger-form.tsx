import { Chip, Input, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { listTimezones } from '#features/organisation/settings/contract.ts'
import { TimesOfDay } from '#platform/web/ui/times-of-day.tsx'
import { Weekdays } from '#platform/web/ui/weekdays.tsx'
import { triggerCalls } from '../contract.ts'
import classes from './trigger-form.module.css'
import { triggerPlace } from './trigger-place.ts'

const blank = {
  name: '',
  enabled: true,
  frequency: 'daily',
  days: [1, 2, 3, 4, 5],
  month_days: [1],
  times: ['08:00'],
  timezone: null,
  starts_on: null,
  ends_on: null,
}

export const AddTrigger = () => (
  <AddPage call={triggerCalls.add} {...triggerPlace} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditTrigger = () => (
  <EditPage read={triggerCalls.read} update={triggerCalls.update} {...triggerPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  const { frequency } = useForm().values
  return (
    <>
      <FormSection title={t('automation.triggers.noun')} text={t('automation.triggers.section.whatText')}>
        <Field name="name" />
        <Field name="enabled" />
      </FormSection>
      <FormSection title={t('automation.triggers.section.when')} text={t('automation.triggers.section.whenText')}>
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
      </FormSection>
    </>
  )
}

const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)

function MonthDays({ name, label, description, error, value, onChange }: FieldInput) {
  const selectedDays = value as number[]
  return (
    <Input.Wrapper label={label} description={description} error={error} id={name}>
      <div className={classes.days}>
        {monthDays.map((day) => (
          <Chip
            key={day}
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
            {day}
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
    <Select
      id={name}
      label={label}
      description={description}
      error={error}
      placeholder={t('automation.triggers.ofUnit')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('general.action.clear') }}
      limit={maxVisibleTimes}
      maxDropdownHeight={280}
      nothingFoundMessage={t('general.list.empty')}
      data={data.map((zone) => ({ value: zone.id, label: zone.label }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}
