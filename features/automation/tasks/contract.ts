// Tasks ("auto actions"): a DAX query of a report's data set, a condition on its answer, and the people who are notified when the condition
// holds. A task runs with the rights of its owner: the person who added it or took it over. Next: ../triggers/contract.ts (when tasks run), server/rules.ts
// (condition, repeat policy, variables).
import { z } from 'zod'
import {
  day,
  flag,
  id,
  instant,
  longTexts,
  namedRecord,
  optionalLines,
  optionalText,
  requiredLines,
  text,
} from '#catalogue/fields.ts'
import { missedRuns, taskDryRuns, taskSilences, taskStates, taskTexts } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { answeredColumn, type PickedColumn, queryPosition } from '#features/reports/dax-queries/contract.ts'
import { token } from '#features/messaging/notifications/contract.ts'
import { queryProblems } from '#features/reports/library/contract.ts'

export const taskTypes = ['single', 'list'] as const
export type TaskType = (typeof taskTypes)[number]

/** `changed_by`: by at least `value` percent since the run before, up or down. */
export const operators = [
  'equal',
  'not_equal',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'contains',
  'is_blank',
  'is_not_blank',
  'changed',
  'changed_by',
] as const
export type Operator = (typeof operators)[number]

/** Operators that compare with no value. */
export const withoutValue: readonly string[] = ['is_blank', 'is_not_blank', 'changed'] satisfies Operator[]

/**
 * The text that replaces `{{name}}`. `column`: the row's cell of the column that `value` names; only in the message. `text`, `number`:
 * `value` itself; in the query it becomes a DAX literal. `day`: today plus `value` days, such as `-1` for yesterday; in the query it
 * becomes a DAX date.
 */
export const substitutions = ['column', 'text', 'number', 'day'] as const

/** Names that need no variable: the compared value, and the number of rows that meet the condition. */
export const builtInVariables = ['value', 'count'] as const

export const taskVariable = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}_][\p{L}\p{N}_]{0,39}$/u),
  value: z.string().trim().min(1).max(200),
  substitution: z.enum(substitutions),
})
export type TaskVariable = z.output<typeof taskVariable>

/** Maximum length of the name of a task, in characters. */
export const taskNameLength = 80

/** `1234.5`, and with a decimal comma `1234,5`. Signs of thousands are not accepted: they would be ambiguous. */
export function numberIn(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(plain) ? Number(plain) : null
}

/** Operators that compare with the value of the run before, which only a single value has. */
export const withEarlierValue: readonly string[] = ['changed', 'changed_by'] satisfies Operator[]

export type ConditionFault =
  | { field: 'operator'; code: 'task.list_changed' }
  | { field: 'value'; code: 'required' | 'invalid' }

type CheckedCondition = { type: TaskType; operator: Operator; value: string | null }

/** What is wrong with a condition; null: it can be evaluated. */
export function conditionFault({ type, operator, value }: CheckedCondition): ConditionFault | null {
  if (type === 'list' && withEarlierValue.includes(operator)) return { field: 'operator', code: 'task.list_changed' }
  if (withoutValue.includes(operator)) return null
  if (value === null || value.trim() === '') return { field: 'value', code: 'required' }
  if (operator !== 'changed_by') return null
  const percent = numberIn(value)
  return percent === null || percent <= 0 ? { field: 'value', code: 'invalid' } : null
}

const nameLength = 40

/** Variables by which a message names the columns of `by`, each with a name of its own. `taken`: names that have another use. */
export function variablesOf(by: readonly PickedColumn[], taken: readonly string[]): TaskVariable[] {
  const names: string[] = [...builtInVariables, ...taken]
  return by.map((each) => {
    const plain = each.column.replaceAll(/[^\p{L}\p{N}_]+/gu, '_')
    const begun = /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`
    const base = Array.from(begun)
      .slice(0, nameLength - 3)
      .join('')
    let name = base
    for (let count = 2; names.includes(name); count += 1) name = `${base}_${count}`
    names.push(name)
    return { name, value: answeredColumn(each), substitution: 'column' as const }
  })
}

/** The comparisons of a picked question. A grouped answer leaves out blank values, and has no value of the run before. */
export const pickedOperators = (by: readonly PickedColumn[]): readonly Operator[] =>
  by.length > 0
    ? ['greater', 'less', 'is_not_blank']
    : ['greater', 'less', 'changed_by', 'changed', 'is_blank', 'is_not_blank']

export const repeatPolicies = ['always', 'on_change', 'once_per_week', 'once_per_month', 'only_execute_dax'] as const
export type RepeatPolicy = (typeof repeatPolicies)[number]

/** States of a task, and of the rows of a list with a key. */
export const states = ['ok', 'pending', 'firing', 'recovering', 'no_data', 'error'] as const
export type TaskState = (typeof states)[number]

/** Why a state is what it is. `gone`: the row is no longer in the answer. */
export const stateReasons = ['holds', 'cleared', 'gone', 'no_data', 'error'] as const
export type StateReason = (typeof stateReasons)[number]

/** States of the rows of a task, and their reasons. `paused`: the task does not evaluate the row until a person resumes it. */
export const rowStates = [...states, 'paused'] as const
export type RowState = (typeof rowStates)[number]
export const rowReasons = [...stateReasons, 'paused'] as const
export type RowReason = (typeof rowReasons)[number]

/**
 * Kinds of silences. `acknowledged`: somebody takes care of what fires, until it is ok again. `until`: nothing is told before an instant.
 * `weekends`: nothing is told on Saturdays and Sundays of the business unit. `paused`: a row is not even evaluated, until somebody resumes it.
 */
export const silenceKinds = ['acknowledged', 'until', 'weekends', 'paused'] as const
export type SilenceKind = (typeof silenceKinds)[number]

/** Why something that is worth telling is not told. */
export const withheldReasons = ['silenced', 'acknowledged'] as const
export type Withheld = (typeof withheldReasons)[number]

/** The states by which the list of tasks is filtered. `paused`: switched off. `never`: no run has given it a state. */
export const listedStates = [...states, 'paused', 'never'] as const
export type ListedState = (typeof listedStates)[number]

/** What an answer without rows means. `evaluate`: a blank value, or a list of which no row meets the condition. */
export const noDataMeanings = ['evaluate', 'keep', 'alarm', 'ok'] as const
export const errorMeanings = ['keep', 'alarm', 'ok'] as const

/**
 * Channels of a task. `portal`: the notification center. `email`: a mail, whatever the settings of the business unit say about copies.
 * `webhook`: a signed request.
 */
export const channels = ['portal', 'email', 'webhook'] as const
export type Channel = (typeof channels)[number]

/** The people whom a task notifies; `chosen`: the people and groups that the task names. */
export const taskTargets = ['chosen', 'admin', 'user', 'everybody'] as const

/**
 * States of a run. `untold`: the condition holds for the owner, but nobody could be told. `missed`: it records planned instants that are too
 * old to be run.
 */
export const runStates = [
  'waiting',
  'notified',
  'held',
  'quiet',
  'recorded',
  'untold',
  'missed',
  'failed',
  'stopped',
] as const
export type RunState = (typeof runStates)[number]

/** The reasons for which a run failed, or for which the portal stopped a task. Each has a sentence with the next step. */
export const runProblems = [
  ...queryProblems,
  'column',
  'value',
  'row_key',
  'duplicate_key',
  'too_many_states',
  'died',
  'unit_closed',
  'owner_gone',
  'right_lost',
  'report_gone',
  'dataset_gone',
  'identity',
] as const
export type RunProblem = (typeof runProblems)[number]

/** Reasons for which the portal switches a task off. Only a person can correct their cause. */
export const stopReasons = [
  'owner_gone',
  'right_lost',
  'report_gone',
  'dataset_gone',
  'identity',
] as const satisfies RunProblem[]
export type StopReason = (typeof stopReasons)[number]

/**
 * What became of an addressee of a run. `digest`: the message comes in the digest of the hour. All others but `waiting` and `told` are reasons for which the person was not told: the repeat policy; a
 * silence; an acknowledgement; the rows for which the condition holds are paused; the condition does not hold for their rows; they have no rows; they may not open the report; its row-level security gives them no identity;
 * they see it only with the filters of the publisher; they may not sign in; they refuse e-mail, the only channel; they had enough messages
 * in this hour, and in its digest; the run asked for enough identities; the query failed with their identity; the run ended before.
 */
export const recipientOutcomes = [
  'waiting',
  'told',
  'digest',
  'policy',
  ...withheldReasons,
  'paused',
  'condition',
  'no_rows',
  'no_right',
  'identity',
  'filters',
  'blocked',
  'unsubscribed',
  'limit',
  'identities',
  'failed',
  'ended',
] as const
export type RecipientOutcome = (typeof recipientOutcomes)[number]

const question = {
  type: z.enum(taskTypes),
  dax: requiredLines(taskTexts.dax),
  /**
   * The name of the compared column as the report service writes it, `[Total]` or `Sales[Year]`, or only the part in brackets. Null: the
   * first column.
   */
  column_name: optionalText(200),
  operator: z.enum(operators),
  value: optionalText(200),
  variables: z.array(taskVariable).max(20),
  /** The message, a plain text. `{{name}}` stands for a variable. */
  message: longTexts(taskTexts.message),
}

const countOfRuns = () => z.number().int().min(1).max(taskStates.runs)

const stateSettings = {
  /** The columns that tell the rows of a list apart. Empty: the task has one state for the whole answer. */
  row_key: z.array(text(200)).max(taskStates.keys),
  /** A firing row stays firing while the condition holds with this value. Null: with `value`. */
  clear_value: optionalText(200),
  /** A row fires when the condition held in `fire_runs` of the last `fire_of` runs. */
  fire_runs: countOfRuns(),
  fire_of: countOfRuns(),
  /** A firing row is ok again after this many runs in a row without the condition, or without the row. */
  recover_runs: countOfRuns(),
  on_no_data: z.enum(noDataMeanings),
  on_error: z.enum(errorMeanings),
}
export type TaskStateSettings = z.output<z.ZodObject<typeof stateSettings>>

/** The data set of a task without a report, in a workspace of the business unit. It is asked as the account itself. */
const dataset = {
  /** Null: the task asks a report, or the workspace was removed. */
  workspace_id: id().nullable(),
  service_dataset_id: optionalText(200),
  /** The name of the data set when it was chosen. */
  dataset_name: optionalText(200),
}

/** What a form asks before it is stored: a report, or a data set. */
const source = {
  report_id: id().nullable(),
  workspace_id: dataset.workspace_id.default(null),
  service_dataset_id: dataset.service_dataset_id.default(null),
}
export type TaskSource = { report_id: string | null; workspace_id: string | null; service_dataset_id: string | null }

const lateHours = () => z.number().int().min(1).max(missedRuns.mostHours)

export const task = entity({
  noun: 'task',
  title: ['task', 'tasks'],
  fields: {
    name: text(taskNameLength),
    enabled: flag(),
    /** The report of the task. Null: it asks a data set, or the report was removed. */
    report_id: id().nullable(),
    ...dataset,
    ...question,
    ...stateSettings,
    repeat_policy: z.enum(repeatPolicies),
    tells_recovery: flag(),
    /** A run that would begin later than this after its planned instant is recorded as missed, and not run. */
    late_hours: lateHours(),
    channels: z.array(z.enum(channels)).max(channels.length),
    webhook_url: optionalText(500),
    target: z.enum(taskTargets),
    send_to_self: flag(),
  },
  computed: {
    report: z.string().nullable(),
    /** The name of the task's owner. Null: the person was erased. */
    owner: z.string().nullable(),
    /** The caller is its owner. */
    is_own: flag(),
    people: z.array(namedRecord.extend({ email: z.string() })),
    groups: z.array(namedRecord.extend({ members: z.number().int() })),
    triggers: z.array(namedRecord),
    /** The earliest next run among the task's triggers. */
    next_at: instant().nullable(),
    has_webhook_secret: flag(),
    stopped: z.enum(stopReasons).nullable(),
    /** The state of the owner's rows. Null: the task has not run. */
    state: z.enum(states).nullable(),
    state_reason: z.enum(stateReasons).nullable(),
    state_since: instant().nullable(),
    /** The task is silenced, or somebody acknowledged all that fires; null: it is told. */
    withheld: z.enum(withheldReasons).nullable(),
    last_state: z.enum(runStates).nullable(),
    last_problem: z.enum(runProblems).nullable(),
    last_at: instant().nullable(),
    last_shown: z.string().nullable(),
  },
  sorts: ['name', 'state', 'last_at', 'next_at', 'created_at'],
  filters: { state: z.enum(listedStates).optional() },
})

/** The state of a task in its list: a failed run is an error, also when it gives the task no state of its own. */
export function listedState({
  enabled,
  state,
  last_state,
}: {
  enabled: boolean
  state: TaskState | null
  last_state: RunState | null
}): ListedState {
  if (!enabled) return 'paused'
  return state ?? (last_state === 'failed' ? 'error' : 'never')
}

/** Triggers of one task. */
export const maxTriggersOfTask = 20

/** A client that does not know the states leaves their settings out, and gets a task that works without them. */
const defaults = {
  workspace_id: dataset.workspace_id.default(null),
  service_dataset_id: dataset.service_dataset_id.default(null),
  dataset_name: dataset.dataset_name.default(null),
  row_key: stateSettings.row_key.default([]),
  clear_value: stateSettings.clear_value.default(null),
  fire_runs: stateSettings.fire_runs.default(1),
  fire_of: stateSettings.fire_of.default(1),
  recover_runs: stateSettings.recover_runs.default(1),
  on_no_data: stateSettings.on_no_data.default('evaluate'),
  on_error: stateSettings.on_error.default('keep'),
  tells_recovery: flag().default(false),
  late_hours: lateHours().default(missedRuns.hours),
}

const taskInput = {
  ...task.fields,
  user_ids: z.array(id()).max(2_000),
  group_ids: z.array(id()).max(500),
  trigger_ids: z.array(id()).max(maxTriggersOfTask),
  /** The secret that signs the requests of the webhook. Write-only; when it is absent or null, the stored secret stays. */
  webhook_secret: optionalText(200).optional(),
}
export type TaskInput = z.output<z.ZodObject<typeof taskInput>>

const calls = crudCalls('auth/auto_actions', task)

export const taskCalls = {
  ...calls,
  add: call({
    method: 'POST',
    path: 'auth/auto_actions/add',
    summary: 'Adds a task. It runs with the rights of the caller.',
    access: 'task.add',
    does: 'write',
    audit: 'task.added',
    input: z.object({ ...taskInput, ...defaults }),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/auto_actions/update',
    summary:
      'Changes a task; absent fields stay as they are. Its owner stays, so that only they may change what is asked with their rights.',
    access: 'task.update',
    does: 'write',
    audit: 'task.updated',
    input: z.object(taskInput).partial().extend({ id: id(), version: z.number().int() }),
    answers: done,
  }),
}

export const takeOverTask = call({
  method: 'POST',
  path: 'auth/auto_actions/take_over',
  summary: 'Makes the caller the owner of a task. From now on it runs with their rights.',
  access: 'task.update',
  does: 'write',
  audit: 'task.taken_over',
  /** `name`: the name of the task as the person typed it. */
  input: z.object({ id: id(), version: z.number().int(), name: z.string() }),
  answers: done,
})

export const runTask = call({
  method: 'POST',
  path: 'auth/auto_actions/run',
  summary: 'Runs a task now, as its triggers would.',
  access: 'task.update',
  does: 'write',
  audit: 'task.run',
  input: z.object({ id: id() }),
  answers: done.extend({ run_id: id() }),
})

export const testTask = call({
  method: 'POST',
  path: 'auth/auto_actions/test',
  summary: 'Asks the query of a form with the rights of the caller, and answers what the task would say. Tells nobody.',
  access: 'task.add',
  does: 'outside',
  audit: null, // the call stores nothing
  input: z.object({ ...question, ...source }),
  answers: z.object({
    /** The problem of the test. Null: the query ran and the condition was evaluated. */
    problem: z.enum(runProblems).nullable(),
    /** The error message of the report service about a faulty query. */
    detail: z.string().nullable(),
    /** Where in the query the error is; null: there is none, or the service does not say it. */
    position: queryPosition.nullable(),
    columns: z.array(z.string()),
    /** The first rows, as text in the caller's language. */
    rows: z.array(z.array(z.string())),
    row_count: z.number().int(),
    /** Whether the condition holds. Null for operators that compare with an earlier run. */
    holds: z.boolean().nullable(),
    matched: z.number().int(),
    message: z.string().nullable(),
    query_ms: z.number().int(),
  }),
})

/** The policies that a dry run compares. */
export const dryRunPolicies = [
  'always',
  'on_change',
  'once_per_week',
  'once_per_month',
] as const satisfies RepeatPolicy[]

const dryRunDay = z.object({
  day: day(),
  state: z.enum(states),
  matched: z.number().int(),
  /** The compared value, as text in the caller's language. */
  value: z.string(),
  /** The policies that would have told people on this day. */
  tells: z.array(z.enum(dryRunPolicies)),
})
export type DryRunDay = z.output<typeof dryRunDay>

const { message: _, ...askedOnDays } = question

export const dryRunTask = call({
  method: 'POST',
  path: 'auth/auto_actions/dry_run',
  summary:
    'Asks the query of a form as if earlier days were today, with the rights of the caller, and answers what each repeat policy would have told. One call asks for a few days; the next one goes on with its carry. Tells nobody.',
  access: 'task.add',
  does: 'outside',
  audit: null, // the call stores nothing
  input: z.object({
    ...askedOnDays,
    ...stateSettings,
    ...source,
    /** The next day to ask for, counted back from today. */
    days_back: z.number().int().min(1).max(taskDryRuns.days),
    carry: z.string().max(taskDryRuns.carry).nullable(),
  }),
  answers: z.object({
    problem: z.enum(runProblems).nullable(),
    detail: z.string().nullable(),
    days: z.array(dryRunDay),
    carry: z.string(),
    /** The next day to ask for. 0: all days are asked. */
    days_back: z.number().int(),
  }),
})

const run = z.object({
  id: id(),
  cause: z.enum(['trigger', 'person']),
  /** The name of the person or the trigger that started the run. */
  starter: z.string().nullable(),
  state: z.enum(runStates),
  problem: z.enum(runProblems).nullable(),
  /** Why the rows of the owner, or the failure, were not told. */
  withheld: z.enum(withheldReasons).nullable(),
  /** The state of the task after the run. Null: it had none. */
  task_state: z.enum(states).nullable(),
  /** The state of the task's run before this one. */
  state_before: z.enum(runStates).nullable(),
  row_count: z.number().int().nullable(),
  matched: z.number().int().nullable(),
  /** Rows of the owner's answer that were not evaluated because they are paused. Null: the run did not count them. */
  paused_rows: z.number().int().nullable(),
  /** The compared value of the owner's rows. Under row-level security only the owner sees it. */
  value: z.string().nullable(),
  queries: z.number().int().nullable(),
  query_ms: z.number().int().nullable(),
  receipts: z.number().int().nullable(),
  untold: z.number().int().nullable(),
  /** The addressees, counted by what became of them. */
  outcomes: z.array(z.object({ outcome: z.enum(recipientOutcomes), count: z.number().int() })),
  webhook: z.enum(['waiting', 'delivered', 'failed']).nullable(),
  node: z.string().nullable(),
  planned_at: instant().nullable(),
  /** Planned instants that no process ran in time, with the first and the last of them. */
  missed: z.number().int().nullable(),
  missed_from: instant().nullable(),
  missed_until: instant().nullable(),
  created_at: instant(),
  ended_at: instant().nullable(),
})

export const listRuns = call({
  method: 'GET',
  path: 'auth/auto_actions/runs/all',
  summary: 'The runs of a task, the newest first.',
  access: 'task.read',
  does: 'read',
  input: listInput(['created_at'], { order: z.enum(['asc', 'desc']).default('desc'), task_id: id() }),
  answers: listAnswer(run),
})

export const listStates = call({
  method: 'GET',
  path: 'auth/auto_actions/states/all',
  summary:
    'The states of the rows of a task, the firing ones first, with the paused rows. A task without a key of rows has none.',
  access: 'task.read',
  does: 'read',
  input: listInput(['state', 'since'], { task_id: id() }),
  answers: listAnswer(
    z.object({
      /** Of the state; of a paused row, the id of its pause. */
      id: id(),
      /** The cells of the key. Null: rows under row-level security, which only the owner of the task sees. */
      label: z.string().nullable(),
      state: z.enum(rowStates),
      reason: z.enum(rowReasons),
      since: instant(),
      /** Why the row is not told; null: it is. */
      withheld: z.enum(withheldReasons).nullable(),
    }),
  ),
})

/** The whole task, or one of its rows by the id of its state. */
const silenced = { id: id(), state_id: id().nullable().default(null) }

export const acknowledgeTask = call({
  method: 'POST',
  path: 'auth/auto_actions/acknowledge',
  summary:
    'Says that the caller takes care of what fires now. It is not told again until it is ok. A task with a key of rows tells new rows.',
  access: 'task.update',
  does: 'write',
  audit: 'task.acknowledged',
  input: z.object({ ...silenced, note: optionalLines(taskSilences.note) }),
  answers: done,
})

export const silenceTask = call({
  method: 'POST',
  path: 'auth/auto_actions/silence',
  summary:
    'Tells nobody of a task or of one of its rows until an instant, or on weekends. A silence of the task covers failed queries and answers without rows too.',
  access: 'task.update',
  does: 'write',
  audit: 'task.silenced',
  input: z.object({
    ...silenced,
    /** Null: on weekends, for as long as nobody ends the silence. */
    until: instant().nullable(),
    note: requiredLines(taskSilences.note),
  }),
  answers: done,
})

export const endSilence = call({
  method: 'DELETE',
  path: 'auth/auto_actions/silences/delete',
  summary: 'Ends a silence or an acknowledgement of a task.',
  access: 'task.update',
  does: 'write',
  audit: 'task.silence_ended',
  input: z.object({ id: id() }),
  answers: done,
})

export const pauseRow = call({
  method: 'POST',
  path: 'auth/auto_actions/rows/pause',
  summary:
    'Pauses a row of a task: it is not evaluated and nobody is told of it, until somebody resumes it. The other rows go on.',
  access: 'task.update',
  does: 'write',
  audit: 'task.row_paused',
  /** `state_id`: the id of the row's state. */
  input: z.object({ id: id(), state_id: id(), note: requiredLines(taskSilences.note) }),
  answers: done,
})

export const resumeRow = call({
  method: 'POST',
  path: 'auth/auto_actions/rows/resume',
  summary: 'Resumes a paused row of a task, by the id of its pause. Its state goes on from where it was.',
  access: 'task.update',
  does: 'write',
  audit: 'task.row_resumed',
  input: z.object({ id: id() }),
  answers: done,
})

export const listSilences = call({
  method: 'GET',
  path: 'auth/auto_actions/silences/all',
  summary: 'The silences and acknowledgements of a task that hold now and its paused rows, the newest first.',
  access: 'task.read',
  does: 'read',
  input: listInput(['created_at'], { order: z.enum(['asc', 'desc']).default('desc'), task_id: id() }),
  answers: listAnswer(
    z.object({
      id: id(),
      kind: z.enum(silenceKinds),
      /** It is about the whole task, not about a row. */
      is_whole: z.boolean(),
      /** The row. Null: the whole task, or a row under row-level security, which only the owner of the task sees. */
      label: z.string().nullable(),
      note: z.string().nullable(),
      until: instant().nullable(),
      /** Who made it; null: the person was erased. */
      person: z.string().nullable(),
      created_at: instant(),
    }),
  ),
})

export const exportRuns = exportCall(listRuns)

export const readRun = call({
  method: 'GET',
  path: 'auth/auto_actions/runs/get',
  summary: 'One run of a task.',
  access: 'task.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: run.extend({ task_id: id(), task: z.string() }),
})

export const listRecipients = call({
  method: 'GET',
  path: 'auth/auto_actions/runs/recipients/all',
  summary: 'The addressees of a run: by which channels each was told, or why not.',
  access: 'task.read',
  does: 'read',
  input: listInput(['person', 'outcome'], { run_id: id(), outcome: z.enum(recipientOutcomes).optional() }),
  answers: listAnswer(
    z.object({
      id: id(),
      /** The name of the person; null: they were erased. */
      person: z.string().nullable(),
      email: z.string().nullable(),
      outcome: z.enum(recipientOutcomes),
      channels: z.array(z.enum(['portal', 'email'])),
      problem: z.enum(runProblems).nullable(),
      told_at: instant().nullable(),
    }),
  ),
})

/** The pauses of the page that a link in a mail opens, in hours. */
export const pauseHours = [1, 24, 168] as const

export const pauseFromMail = call({
  method: 'POST',
  path: 'auto_actions/pause',
  summary: 'Silences the task of a mail for some hours, for the person of its link; 0 hours end this silence.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the link proves the person; the route writes `task.silenced` and `task.silence_ended`
  input: z.object({ token, hours: z.union([z.literal(0), ...pauseHours.map((hours) => z.literal(hours))]) }),
  answers: done.extend({ task: z.string(), until: instant().nullable() }),
})
