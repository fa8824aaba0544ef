import { Chip, Input, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { listTimezones } from '#features/organisation/settings/contract.ts'
import { TimesOfDay } from '#platform/web/ui/times-of-day.tsx'
import { Weekdays } from '#platform/web/ui/weekdays.tsx'
import { taskCalls } from '#features/automation/tasks/contract.ts'
import { lastDay, triggerCalls } from '../contract.ts'
import { NextRuns } from './next-runs.tsx'
import classes from './trigger-form.module.css'
import { triggerPlace } from './trigger-place.ts'
import { type NamedRecord, TriggerTasks } from './trigger-tasks.tsx'

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
  task_ids: [],
}

const page = { ...triggerPlace, wireOf: withIds, refreshes: [taskCalls.list] } as const

/** The draft holds the tasks with their names; the call takes their ids. */
function withIds({ task_ids, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return task_ids === undefined ? fields : { ...fields, task_ids: (task_ids as NamedRecord[]).map(({ id }) => id) }
}

export const AddTrigger = () => (
  <AddPage call={triggerCalls.add} {...page} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditTrigger = () => (
  <EditPage
    {...page}
    read={triggerCalls.read}
    update={triggerCalls.update}
    draftOf={({ tasks, ...trigger }) => ({
      ...Object.fromEntries(Object.keys(blank).map((name) => [name, (trigger as Record<string, unknown>)[name]])),
      task_ids: tasks,
    })}
  >
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  const { frequency } = useForm().values
  const mayChooseTasks = useCan('task.update')
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
        <NextRuns />
      </FormSection>
      {mayChooseTasks ? (
        <FormSection title={t('automation.triggers.field.tasks')} text={t('automation.triggers.section.tasksText')}>
          <Field name="task_ids">{(input) => <TriggerTasks {...input} />}</Field>
        </FormSection>
      ) : null}
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
