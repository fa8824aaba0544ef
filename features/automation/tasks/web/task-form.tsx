import { Alert, Button, Checkbox, Group, PasswordInput, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { missedRuns } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import type { NamedRecord } from '#platform/web/ui/records-select.tsx'
import { type Grantees, GranteesField, withGranteeIds } from '#features/people/grantees/web/exports.tsx'
import { type Channel, channels, taskCalls, taskNameLength, type TaskVariable, withoutValue } from '../contract.ts'
import { ConditionStates, RecoveryChoice } from './task-condition-states.tsx'
import { TaskDryRun } from './task-dry-run.tsx'
import { faultsOf, firstChoices } from './task-faults.ts'
import { suggestedName } from './task-name.ts'
import { taskPlace } from './task-place.ts'
import { Placeholders } from './task-placeholders.tsx'
import { Comparison, TaskExamples, TaskQuestion } from './task-question.tsx'
import { MoreSettings } from './task-more.tsx'
import { useQuestion } from './use-question.ts'
import { RunButton } from './task-run.tsx'
import { TaskSource } from './task-source.tsx'
import { TaskStates } from './task-states.tsx'
import { TakeOverButton } from './task-take-over.tsx'
import { TaskTest } from './task-test.tsx'
import { useSavedTest } from './task-tested.ts'
import { TaskTriggers, useFirstTriggers } from './task-triggers.tsx'
import { formattedInput, withoutThousands } from './task-value-format.ts'
import { TaskVariables } from './task-variables.tsx'

type Task = ReceivedOf<typeof taskCalls.read>

const page = { ...taskPlace, wireOf: withIds } as const

const blank = {
  name: '',
  enabled: true,
  report_id: null,
  workspace_id: null,
  service_dataset_id: '',
  dataset_name: '',
  type: 'single',
  dax: '',
  column_name: '',
  operator: 'greater',
  value: '',
  variables: [],
  row_key: [],
  clear_value: '',
  fire_runs: 1,
  fire_of: 1,
  recover_runs: 1,
  on_no_data: 'evaluate',
  on_error: 'keep',
  tells_recovery: false,
  late_hours: missedRuns.hours,
  message: noTexts,
  repeat_policy: 'on_change',
  channels: ['portal'],
  webhook_url: '',
  webhook_secret: '',
  target: 'chosen',
  send_to_self: true,
  user_ids: [],
  group_ids: [],
  trigger_ids: [],
}

/** A new task. `?report=` names the report that it begins with. */
export function AddTask() {
  const { report }: { report?: unknown } = useSearch({ strict: false })
  const trigger_ids = useFirstTriggers()
  const nameOf = useSuggestedName()
  const nextRun = useNextRun()
  const testSaved = useSavedTest()
  if (trigger_ids === undefined) return <FormSkeleton />
  return (
    <AddPage
      {...page}
      call={taskCalls.add}
      blank={{ ...blank, report_id: typeof report === 'string' ? report : null, trigger_ids }}
      wireOf={(draft) => withIds({ ...draft, name: String(draft['name']).trim() || nameOf(draft) })}
      doneText={({ trigger_ids: chosen }) => nextRun(chosen as NamedRecord[])}
      onSaved={(draft, { id }) => void testSaved(id, draft)}
      check={(sent) => ({ ...faultsOf(sent), ...firstChoices(sent) })}
    >
      <Fields />
    </AddPage>
  )
}

/** What follows when a task is added. */
function useNextRun() {
  const { t } = useTranslation()
  return (triggers: readonly NamedRecord[]) =>
    triggers.length === 0
      ? t('automation.tasks.addedWithoutTrigger')
      : t('automation.tasks.addedWithTrigger', { names: triggers.map(({ name }) => name).join(', ') })
}

function useSuggestedName() {
  const { t } = useTranslation()
  const language = useLanguage()
  return ({ dax, operator, value }: Record<string, unknown>) =>
    suggestedName({ dax, operator, value: formattedInput(String(value), language) }, (each) =>
      t(`automation.tasks.choice.operator.${each}`),
    )
}

export function EditTask() {
  const { t } = useTranslation()
  const testSaved = useSavedTest()
  return (
    <EditPage
      {...page}
      read={taskCalls.read}
      update={taskCalls.update}
      onSaved={(draft, { id, is_own: isOwn }) => {
        if (draft['enabled'] === true && isOwn) void testSaved(id, draft)
      }}
      check={(sent, task) => faultsOf({ ...task, ...sent })}
      draftOf={({ people, groups, triggers, column_name, value, webhook_url, ...task }) => ({
        ...Object.fromEntries(Object.keys(blank).map((name) => [name, (task as Record<string, unknown>)[name]])),
        service_dataset_id: task.service_dataset_id ?? '',
        dataset_name: task.dataset_name ?? '',
        column_name: column_name ?? '',
        value: value ?? '',
        clear_value: task.clear_value ?? '',
        webhook_url: webhook_url ?? '',
        webhook_secret: '',
        user_ids: people,
        group_ids: groups,
        trigger_ids: triggers,
      })}
      renderWays={(task) => (
        <>
          <Button
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <PathLink to={`${taskPlace.path}/${task.id}/runs`} {...props} />}
          >
            {t('automation.tasks.runs.title')}
          </Button>
          {task.can.includes('update') && !task.is_own ? <TakeOverButton task={task} /> : null}
          {task.can.includes('update') ? <RunButton task={task} /> : null}
        </>
      )}
    >
      {(task) => <Fields task={task} />}
    </EditPage>
  )
}

/** Converts a draft to the input of a call: the draft holds people, groups and triggers with their names, the call takes their ids. */
function withIds(draft: Record<string, unknown>): Record<string, unknown> {
  const { trigger_ids, ...fields } = withGranteeIds(draft)
  return {
    ...fields,
    ...(trigger_ids === undefined ? {} : { trigger_ids: (trigger_ids as NamedRecord[]).map(({ id }) => id) }),
  }
}

function Fields({ task }: { task?: Task }) {
  const { t } = useTranslation()
  const { values, set, isNew } = useForm()
  const question = useQuestion()
  const chosen = values['channels'] as Channel[]
  const isNotifying = values['repeat_policy'] !== 'only_execute_dax'
  const toPeople = isNotifying && (chosen.includes('portal') || chosen.includes('email'))
  return (
    <>
      <FormSection title={t('automation.tasks.noun')} text={t('automation.tasks.section.whatText')}>
        {task ? <TaskStates task={task} /> : null}
        {task ? <Standing task={task} /> : null}
        {isNew ? <TaskExamples question={question} /> : null}
        {isNew ? <Field name="name">{(input) => <NewName {...input} />}</Field> : <Field name="name" />}
        {/* A new alert is switched on. */}
        {isNew ? null : <Field name="enabled" />}
        <TaskSource task={task} />
        <TaskQuestion question={question} />
        {question.isPicking ? null : (
          <Field name="variables">
            {({ value, error, onChange }) => (
              <TaskVariables variables={value as TaskVariable[]} error={error} onChange={onChange} />
            )}
          </Field>
        )}
      </FormSection>
      <FormSection title={t('automation.tasks.section.condition')} text={t('automation.tasks.section.conditionText')}>
        {question.isPicking ? null : (
          <>
            <Field name="type" />
            <Field name="column_name" />
          </>
        )}
        <Field name="operator">{(input) => <Comparison {...input} question={question} />}</Field>
        {withoutValue.includes(String(values['operator'])) ? null : (
          <Field name="value">{(input) => <Value {...input} />}</Field>
        )}
        <TaskTest question={question} />
        <MoreSettings names={stateFields} blank={blank}>
          <ConditionStates />
        </MoreSettings>
        {question.isPicking ? null : <TaskDryRun />}
      </FormSection>
      <FormSection title={t('automation.tasks.section.when')} text={t('automation.tasks.section.whenText')}>
        <Field name="trigger_ids">{(input) => <TaskTriggers {...input} />}</Field>
        <Field name="repeat_policy" />
        {isNotifying ? <RecoveryChoice /> : null}
        <MoreSettings names={lateFields} blank={blank}>
          <Field name="late_hours" />
        </MoreSettings>
      </FormSection>
      <FormSection title={t('automation.tasks.section.say')} text={t('automation.tasks.section.sayText')}>
        <Placeholders>
          <Field name="message" />
        </Placeholders>
        {isNotifying ? <Field name="channels">{(input) => <Channels {...input} />}</Field> : null}
        {isNotifying && chosen.includes('webhook') ? (
          <>
            <Field name="webhook_url">{(input) => <WebhookUrl {...input} />}</Field>
            <Field name="webhook_secret">
              {(input) => <Secret {...input} hasStoredSecret={task?.has_webhook_secret === true} />}
            </Field>
          </>
        ) : null}
      </FormSection>
      {toPeople ? (
        <FormSection title={t('automation.tasks.section.who')} text={t('automation.tasks.section.whoText')}>
          <Field name="target" />
          {values['target'] === 'chosen' ? (
            <GranteesField
              grantees={values as Grantees}
              onChange={set}
              groupLabel={t('automation.tasks.addGroup')}
              personLabel={t('automation.tasks.addPerson')}
            />
          ) : null}
          <Field name="send_to_self" />
        </FormSection>
      ) : null}
    </>
  )
}

/** May stay empty once the condition says what the alert is about. */
function NewName({ name, label, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const suggested = useSuggestedName()(useForm().values)
  return (
    <TextInput
      name={name}
      label={label}
      description={
        suggested === '' || value !== '' ? undefined : t('automation.tasks.nameWhenEmpty', { name: suggested })
      }
      error={error}
      maxLength={taskNameLength}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Shows with whose rights the task runs, and why the portal switched it off. */
function Standing({ task: { owner, stopped, is_own: isOwn } }: { task: Task }) {
  const { t } = useTranslation()
  return (
    <>
      {stopped === null ? null : (
        <Alert color="red" variant="light" c="var(--ink)">
          {t(`automation.tasks.problems.${stopped}`)}
        </Alert>
      )}
      {owner === null ? null : (
        <p>{isOwn ? t('automation.tasks.ownerNoteSelf') : t('automation.tasks.ownerNote', { name: owner })}</p>
      )}
    </>
  )
}

/** The fields behind the condition, which most alerts leave as they are. */
const stateFields = [
  'row_key',
  'clear_value',
  'fire_runs',
  'fire_of',
  'recover_runs',
  'on_no_data',
  'on_error',
] as const

const lateFields = ['late_hours'] as const

/** Must be given with these operators, although the contract lets others leave it out. */
function Value({ name, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isPercent = useForm().values['operator'] === 'changed_by'
  const text = typeof value === 'string' ? value : ''
  // A stored value has a decimal point, which may look like a sign of thousands: only what the person types here is changed.
  const [isTyped, setTyped] = useState(false)
  const leave = () => isTyped && onChange(withoutThousands(text, language))
  return (
    <TextInput
      name={name}
      label={t('automation.tasks.field.value')}
      description={isPercent ? t('automation.tasks.question.percent') : description}
      rightSection={isPercent ? '%' : null}
      error={error}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(true)
        onChange(currentTarget.value)
      }}
      onBlur={leave}
      // Enter sends the form, and the field keeps the focus.
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  )
}

/** Must be given with this channel, although the contract lets others leave it out. */
function WebhookUrl({ name, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  return (
    <TextInput
      name={name}
      type="url"
      label={t('automation.tasks.field.webhook_url')}
      description={description}
      error={error}
      maxLength={500}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function Channels({ value, onChange, ...field }: FieldInput) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group {...field} value={value as string[]} onChange={onChange}>
      <Group mt="xs" gap="md">
        {channels.map((channel) => (
          <Checkbox key={channel} value={channel} label={t(`automation.tasks.choice.channels.${channel}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Secret({
  name,
  label,
  description,
  error,
  value,
  onChange,
  hasStoredSecret,
}: FieldInput & { hasStoredSecret: boolean }) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      name={name}
      label={label}
      description={hasStoredSecret ? t('automation.tasks.secretKept') : description}
      error={error}
      maxLength={200}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('general.form.showSecret') }}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
