import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { missedRuns } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { RecordsSelect } from '#platform/web/ui/records-select.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { type Grantees, GranteesField, withGranteeIds } from '#features/people/grantees/web/exports.tsx'
import type { InputFault } from '#platform/web/client/check-input.ts'
import { type Channel, channels, conditionFault, taskCalls, type TaskVariable, withoutValue } from '../contract.ts'
import { triggerCalls } from '#features/automation/triggers/contract.ts'
import { ConditionStates, RecoveryChoice } from './task-condition-states.tsx'
import { TaskDryRun } from './task-dry-run.tsx'
import { taskPlace, triggersPath } from './task-place.ts'
import { Placeholders } from './task-placeholders.tsx'
import { Comparison, TaskExamples, TaskQuestion } from './task-question.tsx'
import { MoreSettings } from './task-more.tsx'
import { useQuestion } from './use-question.ts'
import { RunButton } from './task-run.tsx'
import { TaskSource } from './task-source.tsx'
import { TaskStates } from './task-states.tsx'
import { TakeOverButton } from './task-take-over.tsx'
import { TaskTest } from './task-test.tsx'
import { TaskVariables } from './task-variables.tsx'

type Task = ReceivedOf<typeof taskCalls.read>
type NamedRecord = { id: string; name: string }

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

export const AddTask = () => (
  <AddPage {...page} call={taskCalls.add} blank={blank} check={faultsOf}>
    <Fields />
  </AddPage>
)

export function EditTask() {
  const { t } = useTranslation()
  return (
    <EditPage
      {...page}
      read={taskCalls.read}
      update={taskCalls.update}
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

/** What the server would refuse, and the contract cannot say. */
function faultsOf(sent: Record<string, unknown>): Record<string, InputFault> {
  const fault = conditionFault(sent as Pick<Task, 'type' | 'operator' | 'value'>)
  return { ...(fault?.field === 'value' && { value: fault.code }), ...webhookFaults(sent) }
}

/** Requires the URL of a webhook when the task uses this channel. The contract cannot require it, because other tasks have none. */
function webhookFaults({
  channels: selectedChannels,
  webhook_url,
}: Record<string, unknown>): Record<string, 'required'> {
  const isCalled = Array.isArray(selectedChannels) && selectedChannels.includes('webhook')
  const url = typeof webhook_url === 'string' ? webhook_url.trim() : ''
  return isCalled && url === '' ? { webhook_url: 'required' } : {}
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
        <Field name="name" />
        <Field name="enabled" />
        {isNew ? <TaskExamples question={question} /> : null}
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
        <Field name="trigger_ids">{(input) => <Triggers {...input} />}</Field>
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
  const isPercent = useForm().values['operator'] === 'changed_by'
  return (
    <TextInput
      name={name}
      label={t('automation.tasks.field.value')}
      description={isPercent ? t('automation.tasks.question.percent') : description}
      rightSection={isPercent ? '%' : null}
      error={error}
      maxLength={200}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
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

function Triggers({ name, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const mayAdd = useCan('trigger.add')
  const { data = [] } = useCallQuery(triggerCalls.select, { search: search.asked }, { keep: true })
  return (
    <RecordsSelect
      name={name}
      label={<OptionalLabel>{t('automation.tasks.field.trigger_ids')}</OptionalLabel>}
      placeholder={t('automation.tasks.pickTrigger')}
      description={
        <>
          {description}{' '}
          {mayAdd ? (
            // The link opens another tab, so that the draft of the task is kept.
            <Anchor inherit underline="always" href={`${triggersPath}/add`} target="_blank" rel="noopener">
              {t('automation.tasks.newTrigger')}
            </Anchor>
          ) : null}
        </>
      }
      error={error}
      value={value as NamedRecord[]}
      onChange={onChange}
      found={data.map((each) => ({ id: each.value, name: each.label }))}
      onType={search.type}
    />
  )
}
