import { type RawBuilder, sql } from 'kysely'
import type { ErrorCode } from '#catalogue/errors.ts'
import type { Texts } from '#catalogue/languages.ts'
import { pauseLinks } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { grantedGroups, grantedPeople, type GrantTable } from '#features/people/grantees/server/queries.ts'
import type {
  Channel,
  listRuns,
  taskCalls,
  RecipientOutcome,
  RepeatPolicy,
  RunProblem,
  RunState,
  StopReason,
  TaskState,
  TaskVariable,
  TaskInput,
  Withheld,
} from '../contract.ts'
import type { Outcome } from './rules.ts'
import { urgencyOf } from './state-store.ts'
import { ofOwner, type StateCondition, wholeTask } from './states.ts'
import { forgetStates, withheldOfTask } from './withheld-store.ts'

export const addressees: GrantTable = { table: 'task_addressees', record: 'task_id' }

const id = sql.ref('r.id')
/** The value of the run `x`. Rows under row-level security are for the person whose rows they are. */
const shownValue = sql<string | null>`case when not x.secured or x.asked_for = (select app.user_id()) then x.value end`
const last = (column: string, value: RawBuilder<unknown> = sql.ref(`x.${column}`)) => sql`(
  select ${value} from task_runs x where x.tenant_id = r.tenant_id and x.task_id = r.id order by x.created_at desc, x.id desc limit 1)`
/** A column of the state of the whole task `r`, for the rows of its owner. */
const whole = (column: string) => sql`(
  select ${sql.ref(`s.${column}`)} from task_states s
   where s.tenant_id = r.tenant_id and s.task_id = r.id and s.identity_key = ${ofOwner} and s.row_key = ${wholeTask})`
const nextAt = sql`(
  select min(g.next_at) from task_triggers x join triggers g on g.tenant_id = x.tenant_id and g.id = x.trigger_id
   where x.tenant_id = r.tenant_id and x.task_id = r.id)`

/** Computed fields of a task `r` (platform/server/resource.ts). */
export const computed = {
  report: sql`(select x.name from reports x where x.tenant_id = r.tenant_id and x.id = r.report_id)`,
  owner: sql`coalesce((select u.name from users u where u.id = r.owner_id), r.owner_name)`,
  is_own: sql`coalesce(r.owner_id = (select app.user_id()), false)`,
  people: grantedPeople(addressees, id),
  groups: grantedGroups(addressees, id),
  triggers: sql`coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by app.plain(g.name))
    from task_triggers x join triggers g on g.tenant_id = x.tenant_id and g.id = x.trigger_id
   where x.tenant_id = r.tenant_id and x.task_id = r.id), '[]')`,
  next_at: sql`case when r.enabled then ${nextAt} end`,
  has_webhook_secret: sql`r.webhook_secret_sealed is not null`,
  stopped: sql`r.stopped`,
  state: whole('state'),
  state_reason: whole('reason'),
  state_since: whole('since'),
  withheld: withheldOfTask,
  last_state: last('state'),
  last_problem: last('problem'),
  last_at: last('created_at'),
  last_shown: last('value', shownValue),
}

/** The state of a task as its list shows it: `listedState` of the contract in SQL. */
const listedState = sql`
  case when not r.enabled then 'paused'
       else coalesce(${computed.state}, case ${computed.last_state} when 'failed' then 'error' else 'never' end) end`

/** The tasks of the list in one state. */
export const filtered = ({ state }: InputOf<typeof taskCalls.list>): RawBuilder<unknown> =>
  state === undefined ? sql`true` : sql`${listedState} = ${state}`

export const sorts = {
  state: urgencyOf(listedState),
  last_at: computed.last_at,
  next_at: sql`coalesce(${computed.next_at}, 'infinity')`,
}

/** The columns of a task that come from the form. */
export type Fields = Omit<TaskInput, 'user_ids' | 'group_ids' | 'trigger_ids' | 'webhook_secret'>
/** The owner of a task. `owner_name` is stored for partner or platform staff only, because a business unit cannot read their names. */
type Owner = { owner_id: string; owner_name: string | null }

const columnsOf = ({ variables, message, ...plain }: Partial<Fields>) => ({
  ...plain,
  ...(variables && { variables: JSON.stringify(variables) }),
  ...(message && { message: JSON.stringify(message) }),
})

export async function add(db: Database, fields: Fields, owner: Owner, secret: Buffer | null): Promise<string> {
  const { variables, message, ...plain } = fields
  const made = await db
    .insertInto('tasks')
    .values({
      ...plain,
      ...owner,
      variables: JSON.stringify(variables),
      message: JSON.stringify(message),
      webhook_secret_sealed: secret,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export const countTasks = (db: Database): Promise<number> =>
  db
    .selectFrom('tasks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

const fieldColumns = [
  'name',
  'enabled',
  'report_id',
  'workspace_id',
  'service_dataset_id',
  'dataset_name',
  'type',
  'dax',
  'column_name',
  'operator',
  'value',
  'variables',
  'row_key',
  'clear_value',
  'fire_runs',
  'fire_of',
  'recover_runs',
  'on_no_data',
  'on_error',
  'tells_recovery',
  'late_hours',
  'message',
  'repeat_policy',
  'channels',
  'webhook_url',
  'target',
  'send_to_self',
] as const

/** Locks the task, so that changes and runs follow each other. */
export async function findForUpdate(db: Database, taskId: string) {
  const found = await db
    .selectFrom('tasks')
    .select([...fieldColumns, 'version', 'stopped', 'webhook_secret_sealed', 'owner_id'])
    .where('id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { stopped, webhook_secret_sealed, version, owner_id, ...fields } = found
  return { fields: fields as unknown as Fields, stopped, webhook_secret_sealed, version, owner_id }
}

/** Stores the changed fields of a task. `starts`: the query or the condition changed, so results of earlier runs are forgotten. */
export async function update(
  db: Database,
  taskId: string,
  fields: Partial<Fields>,
  { secret, starts }: { secret: Buffer | undefined; starts: boolean },
): Promise<void> {
  await db
    .updateTable('tasks')
    .set((eb) => ({
      ...columnsOf(fields),
      stopped: null,
      ...(secret && { webhook_secret_sealed: secret }),
      ...(starts && { last_result: null, last_value: null, notified_at: null }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', taskId)
    .execute()
  if (!starts) return
  await db.deleteFrom('task_identities').where('task_id', '=', taskId).execute()
  await forgetStates(db, taskId)
}

/** Makes a person the owner of a task. The results of the rows of the earlier owner are forgotten. Answers the name of that owner. */
export async function takeOver(db: Database, taskId: string, owner: Owner): Promise<string | null> {
  const { rows } = await sql<{ owner: string | null }>`
    select ${computed.owner} as owner from tasks r where r.id = ${taskId}::uuid`.execute(db)
  await db
    .updateTable('tasks')
    .set((eb) => ({ ...owner, last_result: null, last_value: null, notified_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', taskId)
    .execute()
  await forgetStates(db, taskId)
  return rows[0]?.owner ?? null
}

export const triggersOf = (db: Database, taskId: string): Promise<string[]> =>
  db
    .selectFrom('task_triggers')
    .select('trigger_id')
    .where('task_id', '=', taskId)
    .orderBy('trigger_id')
    .execute()
    .then((rows) => rows.map(({ trigger_id }) => trigger_id))

/** Replaces the triggers of a task. A foreign key refuses one of another business unit. */
export async function setTriggers(db: Database, taskId: string, triggerIds: readonly string[]): Promise<void> {
  const ids = [...new Set(triggerIds)]
  await sql`delete from task_triggers where task_id = ${taskId} and not trigger_id = any(${ids}::uuid[])`.execute(db)
  await sql`insert into task_triggers (task_id, trigger_id) select ${taskId}::uuid, g from unnest(${ids}::uuid[]) g on conflict do nothing`.execute(
    db,
  )
}

/** A planned instant. `missed`: the instants that no process ran in time, for which the run stands. */
export type Planned = { at: Date; missed: { count: number; from: Date; until: Date } | null }

type RunOfTask = { task_id: string; slot: string }

/** Stores a run of one task that a person starts. */
export async function addRun(db: Database, { task_id, slot }: RunOfTask): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into task_runs (task_id, slot, cause, user_id, state)
    select t.id, ${slot}, 'person', app.user_id(), 'waiting' from tasks t where t.id = ${task_id}::uuid returning id`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

export type NewRuns = {
  /** The business unit of the trigger, in platform-wide work. */
  tenant_id?: string
  trigger_id: string
  slot: string
  cause: 'trigger' | 'person'
  planned: Planned | null
  /** Only the tasks that may run as late as this. Absent: all. */
  late_hours?: number
  state?: 'waiting' | 'missed'
}

type Started = { tenant_id: string; id: string; state: 'waiting' | 'missed' }

/**
 * Stores the runs of the enabled tasks of some triggers. A run with the same slot is stored once. In platform-wide work the tasks name the
 * business units.
 */
export async function addRuns(db: Database, added: readonly NewRuns[]): Promise<Started[]> {
  if (added.length === 0) return []
  const written = added.map(({ planned, ...rest }) => ({
    ...rest,
    planned_at: planned?.at,
    missed: planned?.missed?.count,
    missed_from: planned?.missed?.from,
    missed_until: planned?.missed?.until,
  }))
  const { rows } = await sql<Started>`
    insert into task_runs (tenant_id, task_id, slot, cause, trigger_id, user_id, planned_at, missed, missed_from, missed_until, state, ended_at)
    select t.tenant_id, t.id, n.slot, n.cause, n.trigger_id, app.user_id(), n.planned_at, n.missed, n.missed_from, n.missed_until,
           coalesce(n.state, 'waiting'), case when n.state = 'missed' then now() end
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        as n(tenant_id uuid, trigger_id uuid, slot text, cause text, planned_at timestamptz, missed int, missed_from timestamptz,
             missed_until timestamptz, state text, late_hours smallint)
      join task_triggers x on x.tenant_id = coalesce(n.tenant_id, app.tenant_id()) and x.trigger_id = n.trigger_id
      join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id and t.enabled and t.late_hours = coalesce(n.late_hours, t.late_hours)
     order by t.tenant_id, t.id
    on conflict on constraint task_runs_slot_key do nothing returning tenant_id, id, state`.execute(db)
  return rows
}

/** How late the enabled tasks of some triggers of all business units may still run, each limit of a trigger once. */
export async function lateLimitsOf(
  db: Database,
  triggers: readonly { tenant_id: string; id: string }[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ trigger_id: string; hours: number[] }>`
    select g.id as trigger_id, array_agg(distinct t.late_hours::int) as hours
      from jsonb_to_recordset(${JSON.stringify(triggers.map(({ tenant_id, id: trigger }) => ({ tenant_id, id: trigger })))}::jsonb)
        as g(tenant_id uuid, id uuid)
      join task_triggers x on x.tenant_id = g.tenant_id and x.trigger_id = g.id
      join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id
     where t.enabled group by g.id`.execute(db)
  return new Map(rows.map(({ trigger_id, hours }) => [trigger_id, hours]))
}

/** Ends waiting runs whose planned instants are too long ago. */
export async function endLate(db: Database, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  await sql`
    update task_runs set state = 'missed', ended_at = now(), missed = coalesce(missed, 1), missed_from = coalesce(missed_from, planned_at),
           missed_until = coalesce(missed_until, planned_at)
     where id = any(${[...runIds]}::uuid[]) and state = 'waiting'`.execute(db)
}

export type TaskToRun = StateCondition & {
  tells_recovery: boolean
  late_hours: number
  planned_at: Date | null
  created_at: Date
  run_id: string
  /** What the repeat policy decided about the owner's rows in an earlier attempt; null: they are not asked yet. */
  own_outcome: Outcome | null
  queries: number
  missed: number | null
  missed_from: Date | null
  missed_until: Date | null
  task_id: string
  name: string
  owner_id: string | null
  report_id: string | null
  workspace_id: string | null
  service_dataset_id: string | null
  dax: string
  variables: TaskVariable[]
  today: string
  timezone: string
  /** The default language of the business unit. */
  language: string
  last_value: string | null
  version: number
}

/** Finds the waiting ones among some runs with their tasks, the oldest first. */
export async function findWaiting(db: Database, runIds: readonly string[]): Promise<TaskToRun[]> {
  const { rows } = await sql<TaskToRun>`
    select x.id as run_id, x.created_at, x.own_outcome, coalesce(x.queries, 0) as queries, x.missed, x.missed_from, x.missed_until, t.id as task_id, t.name, t.owner_id, t.report_id, t.workspace_id, t.service_dataset_id, t.type, t.dax, t.column_name, t.operator, t.value,
           t.row_key, t.clear_value, t.fire_runs, t.fire_of, t.recover_runs, t.on_no_data, t.on_error, t.tells_recovery, t.late_hours, x.planned_at, t.variables, t.last_value, t.version, s.timezone, n.default_language as language, ((now() at time zone s.timezone)::date)::text as today
      from task_runs x
      join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id
      join settings s on s.tenant_id = t.tenant_id
      join tenants n on n.id = t.tenant_id
     where x.id = any(${[...runIds]}::uuid[]) and x.state = 'waiting' order by x.created_at, x.id`.execute(db)
  return rows
}

/** Notes the machine and the process that begin to work on some runs. Answers how many attempts of each before died. */
export async function noteNode(db: Database, runIds: readonly string[], node: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; deaths: number }>`
    update task_runs set node = ${node}, deaths = deaths + 1 where id = any(${[...runIds]}::uuid[]) returning id, deaths`.execute(
    db,
  )
  return new Map(rows.map(({ id: runId, deaths }) => [runId, deaths - 1]))
}

/** Notes that an attempt failed, so that its process did not die. */
export async function noteAlive(db: Database, runIds: readonly string[]): Promise<void> {
  await sql`
    update task_runs set deaths = greatest(deaths - 1, 0) where id = any(${[...runIds]}::uuid[]) and state = 'waiting'`.execute(
    db,
  )
}

/** Selects the runs among some that have not ended. */
export const waitingAmong = async (db: Database, runIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from task_runs where id = any(${[...runIds]}::uuid[]) and state = 'waiting' order by created_at, id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export type NotificationSettings = {
  run_id: string
  name: string
  message: Texts
  repeat_policy: RepeatPolicy
  channels: Channel[]
  target: TaskInput['target']
  send_to_self: boolean
  owner_id: string | null
  report_id: string | null
  workspace_id: string | null
  webhook_url: string | null
  last_result: string | null
  notified_at: Date | null
  version: number
  own_outcome: Outcome | null
  withheld: Withheld | null
  matched: number | null
  queries: number
  /** The run calls the webhook, or has called it. */
  is_calling: boolean
}

/**
 * Locks the waiting ones among some runs, and their tasks, in one order. When a job is delivered twice, the second delivery finds no waiting
 * run. The answer is by the id of the run.
 */
export async function lockToNotify(
  db: Database,
  runIds: readonly string[],
): Promise<Map<string, NotificationSettings>> {
  const { rows } = await sql<NotificationSettings>`
    select x.id as run_id, t.name, t.message, t.repeat_policy, t.channels, t.target, t.send_to_self, t.owner_id, t.report_id, t.workspace_id, t.webhook_url,
           t.last_result, t.notified_at, t.version, x.own_outcome, x.withheld, x.matched, coalesce(x.queries, 0) as queries,
           x.webhook is not null as is_calling
      from task_runs x join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id
     where x.id = any(${[...runIds]}::uuid[]) and x.state = 'waiting' order by t.id, x.id for update of t, x`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.run_id, row]))
}

export type OwnAnswer = {
  run_id: string
  row_count: number
  matched: number
  value: string | null
  /** Queries that the run sent for it: none when another run had asked the same. */
  queries: number
  query_ms: number
  paused_rows: number
  own_outcome: Outcome
  asked_for: string | null
  /** The rows were chosen by row-level security. */
  secured: boolean
  /** Why the rows were not worth a request to the webhook, although the condition and the repeat policy are met. */
  withheld: Withheld | null
  webhook_body: object | null
}

/** Stores what the rows of the owners say. The runs are still waiting. */
export async function noteOwnAnswers(db: Database, answers: readonly OwnAnswer[]): Promise<void> {
  if (answers.length === 0) return
  await sql`
    update task_runs x
       set row_count = a.row_count, matched = a.matched, value = a.value, query_ms = a.query_ms, own_outcome = a.own_outcome, paused_rows = a.paused_rows,
           asked_for = a.asked_for, secured = a.secured, withheld = a.withheld, queries = a.queries,
           webhook = case when a.webhook_body is null then x.webhook else 'waiting' end,
           webhook_body = coalesce(a.webhook_body, x.webhook_body)
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as a(run_id uuid, row_count int, matched int, value text, queries int, query_ms int, own_outcome text, asked_for uuid, secured boolean,
             withheld text, paused_rows int, webhook_body jsonb)
     where x.id = a.run_id`.execute(db)
}

/** Counts a further query of each of some runs. */
export async function noteQueries(db: Database, asked: readonly { run_id: string; query_ms: number }[]): Promise<void> {
  if (asked.length === 0) return
  await sql`
    update task_runs x set queries = coalesce(x.queries, 0) + 1, query_ms = coalesce(x.query_ms, 0) + a.query_ms
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(run_id uuid, query_ms int) where x.id = a.run_id`.execute(
    db,
  )
}

/** `value`: what the problem names, of the rows of the person `asked_for`. */
export type Ended = {
  state: RunState
  problem?: RunProblem
  named?: { value: string; asked_for: string | null; secured: boolean }
  withheld?: Withheld
}

/** Ends waiting runs. The addressees who still wait for their messages get none. */
export async function endRuns(db: Database, ended: readonly (Ended & { run_id: string })[]): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ run_id }) => run_id)
  await sql`
    update task_run_recipients set outcome = 'ended' where run_id = any(${ids}::uuid[]) and outcome = 'waiting'`.execute(
    db,
  )
  const written = ended.map(({ named, ...plain }) => ({ ...plain, ...named }))
  await sql`
    update task_runs x set state = e.state, problem = e.problem, ended_at = now(), value = coalesce(e.value, x.value),
           asked_for = coalesce(e.asked_for, x.asked_for), secured = coalesce(e.secured, x.secured),
           withheld = coalesce(e.withheld, x.withheld),
           task_state = (select s.state from task_states s where s.task_id = x.task_id and s.identity_key = ${ofOwner} and s.row_key = ${wholeTask}),
           receipts = o.receipts, untold = o.untold,
           state_before = (${beforeOf('state', sql.ref('x.task_id'), sql.ref('x.id'))})
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        as e(run_id uuid, state text, problem text, value text, asked_for uuid, secured boolean, withheld text),
      lateral (select case when count(*) > 0 then count(*) filter (where outcome in ('told', 'digest')) end::int as receipts,
                      case when count(*) > 0 then count(*) filter (where outcome not in ('told', 'digest')) end::int as untold
                 from task_run_recipients p where p.run_id = e.run_id) o
     where x.id = e.run_id and x.state = 'waiting'`.execute(db)
}

/** Selects columns of a task's last run that ended before this one. */
const beforeOf = (columns: 'state' | 'state, withheld', taskId: RawBuilder<unknown>, runId: RawBuilder<unknown>) => sql`
  select ${sql.raw(columns)} from task_runs b
   where b.task_id = ${taskId} and b.id <> ${runId} and b.ended_at is not null and b.state <> 'missed'
   order by b.ended_at desc, b.id desc limit 1`

type EndedBefore = { state: RunState; withheld: Withheld | null }

/** The task's run before this one; undefined: it is the first one. */
export const endedBefore = (db: Database, taskId: string, runId: string): Promise<EndedBefore | undefined> =>
  sql<EndedBefore>`${beforeOf('state, withheld', sql`${taskId}::uuid`, sql`${runId}::uuid`)}`
    .execute(db)
    .then(({ rows }) => rows[0])

export type Result = { task_id: string; last_result: string | null; last_value: string; isNotified: boolean }

/** Stores what the next runs of some tasks compare with. */
export async function noteResults(db: Database, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return
  await sql`
    update tasks t set last_result = r.last_result, last_value = r.last_value,
           notified_at = case when r."isNotified" then now() else t.notified_at end
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(task_id uuid, last_result text, last_value text, "isNotified" boolean)
     where t.id = r.task_id`.execute(db)
}

export async function stop(db: Database, taskId: string, stopped: StopReason): Promise<void> {
  await db.updateTable('tasks').set({ enabled: false, stopped }).where('id', '=', taskId).execute()
}

/** Checks that the person's own membership is active. A disabled business unit or an ended trial does not count here. */
export const isActive = (db: Database, userId: string): Promise<boolean> =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['A', 'T'])
    .executeTakeFirst()
    .then((found) => found !== undefined)

export type OwnerStanding = { profile: string; staff: string | null; toggles: string[]; email: string }

export const standingOf = (db: Database, ownerId: string | null): Promise<OwnerStanding | undefined> =>
  sql<OwnerStanding>`select * from app.owner_standing(${ownerId}::uuid)`.execute(db).then(({ rows }) => rows[0])

/**
 * Why a person whom a link proves would be refused in the business unit from this IP address now; null: they would not. Undefined: the unit
 * does not know the person.
 */
export async function linkRefusal(
  db: Database,
  userId: string,
  address: string,
): Promise<ErrorCode | null | undefined> {
  const { rows } = await sql<{ refusal: ErrorCode | null }>`
    select refusal from app.link_refusal(${userId}::uuid, ${address}::inet)`.execute(db)
  return rows[0]?.refusal
}

export async function findWebhook(db: Database, runId: string) {
  return db
    .selectFrom('task_runs as x')
    .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 'x.tenant_id').onRef('t.id', '=', 'x.task_id'))
    .select(['x.webhook_body as body', 't.webhook_url as url', 't.webhook_secret_sealed as secret'])
    .where('x.id', '=', runId)
    .where('x.webhook', '=', 'waiting')
    .executeTakeFirst()
}

export async function endWebhook(db: Database, runId: string, webhook: 'delivered' | 'failed'): Promise<void> {
  await db.updateTable('task_runs').set({ webhook, webhook_body: null }).where('id', '=', runId).execute()
}

type RunRow = {
  id: string
  cause: 'trigger' | 'person'
  starter: string | null
  state: RunState
  problem: RunProblem | null
  withheld: Withheld | null
  task_state: TaskState | null
  state_before: RunState | null
  paused_rows: number | null
  row_count: number | null
  matched: number | null
  value: string | null
  queries: number | null
  query_ms: number | null
  receipts: number | null
  untold: number | null
  outcomes: { outcome: RecipientOutcome; count: number }[]
  webhook: 'waiting' | 'delivered' | 'failed' | null
  node: string | null
  planned_at: Date | null
  missed: number | null
  missed_from: Date | null
  missed_until: Date | null
  created_at: Date
  ended_at: Date | null
}

/** The columns of the run `x`, with its person `u` and its trigger `g`. */
const runColumns = sql`x.id, x.cause, coalesce(u.name, g.name) as starter, x.state, x.problem, x.withheld, x.task_state, x.state_before, x.row_count, x.matched, x.paused_rows,
  ${shownValue} as value, x.queries, x.query_ms, x.receipts, x.untold, x.webhook, x.node, x.planned_at, x.missed, x.missed_from,
  x.missed_until, x.created_at, x.ended_at, coalesce((
    select json_agg(json_build_object('outcome', o.outcome, 'count', o.count) order by o.count desc, o.outcome)
      from (select p.outcome, count(*)::int as count from task_run_recipients p
             where p.tenant_id = x.tenant_id and p.run_id = x.id group by p.outcome) o), '[]') as outcomes`
const runTables = sql`task_runs x
    left join users u on u.id = x.user_id
    left join triggers g on g.tenant_id = x.tenant_id and g.id = x.trigger_id`

export const runsQuery = (options: InputOf<typeof listRuns>): SessionQuery<RunRow & { total: number }> => {
  const matches = sql`
    from ${runTables}
   where x.task_id = ${options.task_id} and ${contains(sql`coalesce(g.name, u.name, '') || ' ' || coalesce(${shownValue}, '')`, options.search)}`
  const direction = sql.raw(options.order)
  return sql<RunRow & { total: number }>`(
    select ${runColumns}, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by x.created_at ${direction}, x.id ${direction} limit ${options.size} offset ${offsetOf(options)})`
}

export const runQuery = (runId: string): SessionQuery<RunRow & { task_id: string; task: string }> =>
  sql<RunRow & { task_id: string; task: string }>`(
    select ${runColumns}, t.id as task_id, t.name as task
      from ${runTables} join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id where x.id = ${runId})`

/** The task of a run that a mail told of. */
/** The task of a run, while the links in the mails of the run work. */
export const taskOfRun = (db: Database, runId: string) =>
  db
    .selectFrom('task_runs as x')
    .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 'x.tenant_id').onRef('t.id', '=', 'x.task_id'))
    .select(['t.id', 't.name'])
    .where('x.id', '=', runId)
    .where('x.created_at', '>', sql<Date>`now() - make_interval(days => ${pauseLinks.days})`)
    .executeTakeFirst()

export const isTask = (db: Database, taskId: string) =>
  db.selectFrom('tasks').select('name').where('id', '=', taskId).executeTakeFirst()

/** Locks the sealed webhook secrets of all business units, for platform-wide key rotation. */
export const lockSealed = (db: Database) =>
  db
    .selectFrom('tasks')
    .select(['id', 'webhook_secret_sealed as sealed'])
    .where('webhook_secret_sealed', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stores a webhook secret that was sealed again with another key. */
export async function replaceSealed(db: Database, taskId: string, webhook_secret_sealed: Buffer): Promise<void> {
  await db.updateTable('tasks').set({ webhook_secret_sealed }).where('id', '=', taskId).execute()
}

/** The present day of the business unit, and its time zone. */
export const localDay = (db: Database): Promise<{ today: string; zone: string }> =>
  sql<{
    today: string
    zone: string
  }>`select (select app.today())::text as today, s.timezone as zone from settings s where s.tenant_id = (select app.tenant_id())`
    .execute(db)
    .then(({ rows }) => rows[0] ?? { today: '', zone: 'UTC' })

/** The members whom each of some tasks addresses: those of its target, and its owner if the task says so. */
export async function addresseesOf(db: Database, taskIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ task_id: string; user_ids: string[] }>`
    with chosen as (
      select tenant_id, id, target, send_to_self, owner_id from tasks
       where tenant_id = (select app.tenant_id()) and id = any(${[...taskIds]}::uuid[]))
    select f.task_id, array_agg(f.user_id::text order by f.user_id) as user_ids from (
      select t.id as task_id, o.user_id from chosen t join memberships o on o.tenant_id = t.tenant_id
       where o.state <> 'D' and (t.target in ('everybody', o.profile) or t.send_to_self and o.user_id = t.owner_id)
       union
      select t.id, o.user_id from chosen t
        join task_addressees a on a.tenant_id = t.tenant_id and a.task_id = t.id
        left join user_group_members g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
        join memberships o on o.tenant_id = t.tenant_id and o.user_id = coalesce(a.user_id, g.user_id)
       where t.target = 'chosen' and o.state <> 'D') f
     group by f.task_id`.execute(db)
  return new Map(rows.map(({ task_id, user_ids }) => [task_id, user_ids]))
}

/** Selects the members who hear of a task's trouble: the administrators and its owner. */
export const caretakersOf = (taskId: string): RawBuilder<{ user_id: string }> => sql<{ user_id: string }>`
  select o.user_id from memberships o
   where o.tenant_id = (select app.tenant_id())
     and (o.profile = 'admin' or o.user_id = (select t.owner_id from tasks t where t.id = ${taskId}::uuid))`
