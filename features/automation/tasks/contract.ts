// Tasks ("auto actions"): a DAX query of a report's data set, a condition on its answer, and who is told when it holds. They run with the
// rights of the person who changed them last. Next: ../triggers/contract.ts (when they run), server/rules.ts (condition, policy, variables).
import { z } from 'zod'
import { flag, requiredLines, id, instant, longTexts, optionalText, text } from '#catalogue/fields.ts'
import { taskTexts } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { queryProblems } from '#features/reports/library/contract.ts'

export const taskTypes = ['single', 'list'] as const
export type TaskType = (typeof taskTypes)[number]

export const operators = [
  'equal',
  'not_equal',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'contains',
  'is_blank',
  'changed',
] as const
export type Operator = (typeof operators)[number]

/** These compare with no value. */
export const withoutValue: readonly string[] = ['is_blank', 'changed'] satisfies Operator[]

/**
 * What takes the place of `{{name}}`.
 * - `column`: the row's cell of the column that `value` names. In the message only.
 * - `text`, `number`: `value` itself. In the query it becomes a DAX literal.
 * - `day`: today and `value` days, such as `-1` for yesterday. In the query it becomes a DAX date.
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

export const repeatPolicies = ['always', 'on_change', 'once_per_week', 'once_per_month', 'only_execute_dax'] as const
export type RepeatPolicy = (typeof repeatPolicies)[number]

/** `portal`: the notification center. `email`: a mail, whatever copies the business unit sends. `webhook`: a signed request. */
export const channels = ['portal', 'email', 'webhook'] as const
export type Channel = (typeof channels)[number]

/** Whom a task tells; `chosen`: people and groups. */
export const taskTargets = ['everybody', 'admin', 'user', 'chosen'] as const

export const runStates = ['waiting', 'notified', 'held', 'quiet', 'recorded', 'failed', 'stopped'] as const
export type RunState = (typeof runStates)[number]

/** Why a run failed, or why the portal stopped a task. Each has a sentence with the next step. */
export const runProblems = [
  ...queryProblems,
  'column',
  'value',
  'unit_closed',
  'owner_gone',
  'right_lost',
  'report_gone',
  'identity',
] as const
export type RunProblem = (typeof runProblems)[number]

/** Reasons that switch a task off: nothing but a person can mend them. */
export const stopReasons = ['owner_gone', 'right_lost', 'report_gone', 'identity'] as const satisfies RunProblem[]
export type StopReason = (typeof stopReasons)[number]

const question = {
  type: z.enum(taskTypes),
  dax: requiredLines(taskTexts.dax),
  /** As the service writes it, `[Total]` or `Sales[Year]`, or the part in brackets. Null: the first column. */
  column_name: optionalText(200),
  operator: z.enum(operators),
  value: optionalText(200),
  variables: z.array(taskVariable).max(20),
  /** Without formatting. `{{name}}` stands for a variable. */
  message: longTexts(taskTexts.message),
}

const namedRecord = z.object({ id: id(), name: z.string() })

export const task = entity({
  noun: 'task',
  title: ['task', 'tasks'],
  fields: {
    name: text(80),
    enabled: flag(),
    /** Null only in answers: the report was removed. */
    report_id: id().nullable(),
    ...question,
    repeat_policy: z.enum(repeatPolicies),
    channels: z.array(z.enum(channels)).max(channels.length),
    webhook_url: optionalText(500),
    target: z.enum(taskTargets),
    send_to_self: flag(),
  },
  computed: {
    report: z.string().nullable(),
    /** Null: the person was erased. */
    owner: z.string().nullable(),
    people: z.array(namedRecord.extend({ email: z.string() })),
    groups: z.array(namedRecord.extend({ members: z.number().int() })),
    triggers: z.array(namedRecord),
    /** The first next run of its triggers. */
    next_at: instant().nullable(),
    has_webhook_secret: flag(),
    stopped: z.enum(stopReasons).nullable(),
    last_state: z.enum(runStates).nullable(),
    last_problem: z.enum(runProblems).nullable(),
    last_at: instant().nullable(),
    last_shown: z.string().nullable(),
  },
  sorts: ['name', 'last_at', 'next_at', 'created_at'],
  filters: {},
})

const taskInput = {
  ...task.fields,
  user_ids: z.array(id()).max(2_000),
  group_ids: z.array(id()).max(500),
  trigger_ids: z.array(id()).max(20),
  /** Signs the requests of the webhook. Write-only; absent or null: it stays. */
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
    input: z.object(taskInput),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/auto_actions/update',
    summary: 'Changes a task; absent fields stay as they are. From now on it runs with the rights of the caller.',
    access: 'task.update',
    does: 'write',
    audit: 'task.updated',
    input: z.object(taskInput).partial().extend({ id: id(), version: z.number().int() }),
    answers: done,
  }),
}

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
  audit: null, // it stores nothing
  input: z.object({ ...question, report_id: id() }),
  answers: z.object({
    /** Null: the query ran and the condition could be judged. */
    problem: z.enum(runProblems).nullable(),
    /** What the service says about a faulty query. */
    detail: z.string().nullable(),
    columns: z.array(z.string()),
    /** The first rows, as text in the caller's language. */
    rows: z.array(z.array(z.string())),
    row_count: z.number().int(),
    /** Null for `changed`, which compares with an earlier run. */
    holds: z.boolean().nullable(),
    matched: z.number().int(),
    message: z.string().nullable(),
    query_ms: z.number().int(),
  }),
})

export const listRuns = call({
  method: 'GET',
  path: 'auth/auto_actions/runs/all',
  summary: 'The runs of a task, the newest first.',
  access: 'task.read',
  does: 'read',
  input: listInput(['created_at'], { order: z.enum(['asc', 'desc']).default('desc'), task_id: id() }),
  answers: listAnswer(
    z.object({
      id: id(),
      cause: z.enum(['trigger', 'person']),
      /** The person or the trigger. */
      starter: z.string().nullable(),
      state: z.enum(runStates),
      problem: z.enum(runProblems).nullable(),
      row_count: z.number().int().nullable(),
      matched: z.number().int().nullable(),
      value: z.string().nullable(),
      query_ms: z.number().int().nullable(),
      receipts: z.number().int().nullable(),
      webhook: z.enum(['waiting', 'delivered', 'failed']).nullable(),
      created_at: instant(),
      ended_at: instant().nullable(),
    }),
  ),
})

export const exportRuns = exportCall(listRuns)
