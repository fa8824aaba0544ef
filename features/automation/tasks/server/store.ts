import { type RawBuilder, sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
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
import { withheldOfTask } from './silence-store.ts'
import { forgetStates, urgencyOf } from './state-store.ts'
import { ofOwner, type StateCondition, wholeTask } from './states.ts'

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

/** The state of a task as its list shows it. */
const listedState = sql`case when r.enabled then coalesce(${computed.state}, 'never') else 'paused' end`

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

type NewRuns = {
  task_id?: string
  trigger_id?: string
  slot: string
  cause: 'trigger' | 'person'
  planned: Planned | null
  /** Of the tasks of a trigger only those that may run as late as this. Absent: all. */
  late_hours?: number
  state?: 'waiting' | 'missed'
}

type Started = { tenant_id: string; id: string }

/**
 * Stores the runs of one task, or of the enabled tasks of a trigger. A run with the same slot is stored once. In platform-wide work the
 * task names the business unit.
 */
export async function addRuns(
  db: Database,
  { task_id, trigger_id, slot, cause, planned, late_hours, state = 'waiting' }: NewRuns,
): Promise<Started[]> {
  const isStarted = task_id
    ? sql`t.id = ${task_id}::uuid`
    : sql`t.enabled and exists (select from task_triggers x where x.tenant_id = t.tenant_id and x.task_id = t.id and x.trigger_id = ${trigger_id}::uuid)
        and t.late_hours = coalesce(${late_hours ?? null}::smallint, t.late_hours)`
  const { rows } = await sql<Started>`
    insert into task_runs (tenant_id, task_id, slot, cause, trigger_id, user_id, planned_at, missed, missed_from, missed_until, state, ended_at)
    select t.tenant_id, t.id, ${slot}, ${cause}, ${trigger_id ?? null}::uuid, app.user_id(), ${planned?.at ?? null}::timestamptz,
           ${planned?.missed?.count ?? null}::int, ${planned?.missed?.from ?? null}::timestamptz,
           ${planned?.missed?.until ?? null}::timestamptz, ${state}, ${state === 'waiting' ? sql`null::timestamptz` : sql`now()`}
      from tasks t where ${isStarted}
    on conflict on constraint task_runs_slot_key do nothing returning tenant_id, id`.execute(db)
  return rows
}

/** How late the enabled tasks of a trigger may still run, each limit once. */
export const lateLimitsOf = async (db: Database, triggerId: string): Promise<number[]> => {
  const { rows } = await sql<{ late_hours: number }>`
    select distinct t.late_hours from tasks t join task_triggers x on x.tenant_id = t.tenant_id and x.task_id = t.id
     where x.trigger_id = ${triggerId}::uuid and t.enabled`.execute(db)
  return rows.map(({ late_hours }) => late_hours)
}

/** Ends a waiting run whose planned instant is too long ago. */
export async function endLate(db: Database, runId: string): Promise<void> {
  await sql`
    update task_runs set state = 'missed', ended_at = now(), missed = coalesce(missed, 1), missed_from = coalesce(missed_from, planned_at),
           missed_until = coalesce(missed_until, planned_at)
     where id = ${runId}::uuid and state = 'waiting'`.execute(db)
}

export type TaskToRun = StateCondition & {
  tells_recovery: boolean
  late_hours: number
  planned_at: Date | null
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
  dax: string
  variables: TaskVariable[]
  today: string
  timezone: string
  last_value: string | null
  version: number
}

/** Finds a waiting run with its task. Undefined: the run has ended, or the task was removed. */
export async function findWaiting(db: Database, runId: string): Promise<TaskToRun | undefined> {
  const { rows } = await sql<TaskToRun>`
    select x.id as run_id, x.own_outcome, coalesce(x.queries, 0) as queries, x.missed, x.missed_from, x.missed_until, t.id as task_id, t.name, t.owner_id, t.report_id, t.type, t.dax, t.column_name, t.operator, t.value,
           t.row_key, t.clear_value, t.fire_runs, t.fire_of, t.recover_runs, t.on_no_data, t.on_error, t.tells_recovery, t.late_hours, x.planned_at, t.variables, t.last_value, t.version, s.timezone, ((now() at time zone s.timezone)::date)::text as today
      from task_runs x
      join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id
      join settings s on s.tenant_id = t.tenant_id
     where x.id = ${runId} and x.state = 'waiting'`.execute(db)
  return rows[0]
}

/** Notes the machine and the process that begin to work on a run. Answers how many attempts before died. */
export async function noteNode(db: Database, runId: string, node: string): Promise<number> {
  const { deaths } = await db
    .updateTable('task_runs')
    .set((eb) => ({ node, deaths: eb('deaths', '+', 1) }))
    .where('id', '=', runId)
    .returning('deaths')
    .executeTakeFirstOrThrow()
  return deaths - 1
}

/** Notes that an attempt failed, so that its process did not die. */
export async function noteAlive(db: Database, runId: string): Promise<void> {
  await sql`update task_runs set deaths = greatest(deaths - 1, 0) where id = ${runId}::uuid`.execute(db)
}

export type NotificationSettings = {
  name: string
  message: Texts
  repeat_policy: RepeatPolicy
  channels: Channel[]
  target: TaskInput['target']
  send_to_self: boolean
  owner_id: string | null
  report_id: string | null
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
  people: string[]
  groups: string[]
}

/** Locks a task and its waiting run. When a job is delivered twice, the second delivery finds no waiting run. */
export async function lockToNotify(db: Database, runId: string): Promise<NotificationSettings | undefined> {
  const { rows } = await sql<NotificationSettings>`
    select t.name, t.message, t.repeat_policy, t.channels, t.target, t.send_to_self, t.owner_id, t.report_id, t.webhook_url,
           t.last_result, t.notified_at, t.version, x.own_outcome, x.withheld, x.matched, coalesce(x.queries, 0) as queries,
           x.webhook is not null as is_calling,
           array(select a.user_id::text from task_addressees a where a.tenant_id = t.tenant_id and a.task_id = t.id and a.user_id is not null) as people,
           array(select a.group_id::text from task_addressees a where a.tenant_id = t.tenant_id and a.task_id = t.id and a.group_id is not null) as groups
      from task_runs x join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id
     where x.id = ${runId} and x.state = 'waiting' for update of t, x`.execute(db)
  return rows[0]
}

export type OwnAnswer = {
  row_count: number
  matched: number
  value: string | null
  query_ms: number
  own_outcome: Outcome
  asked_for: string | null
  /** The rows were chosen by row-level security. */
  secured: boolean
  /** Why the rows were not worth a request to the webhook, although the condition and the repeat policy are met. */
  withheld: Withheld | null
  webhook_body: object | null
}

/** Stores what the rows of the owner say. The run is still waiting. */
export async function noteOwnAnswer(
  db: Database,
  runId: string,
  { webhook_body, ...answer }: OwnAnswer,
): Promise<void> {
  await db
    .updateTable('task_runs')
    .set({
      ...answer,
      queries: 1,
      ...(webhook_body && { webhook: 'waiting', webhook_body: JSON.stringify(webhook_body) }),
    })
    .where('id', '=', runId)
    .execute()
}

export async function noteQuery(db: Database, runId: string, query_ms: number): Promise<void> {
  await db
    .updateTable('task_runs')
    .set((eb) => ({ queries: eb('queries', '+', 1), query_ms: eb('query_ms', '+', query_ms) }))
    .where('id', '=', runId)
    .execute()
}

/** `value`: what the problem names, of the rows of the person `asked_for`. */
export type Ended = {
  state: RunState
  problem?: RunProblem
  named?: { value: string; asked_for: string | null; secured: boolean }
  withheld?: Withheld
}

/** Ends a waiting run. The addressees who still wait for its message get none. */
export async function endRun(db: Database, runId: string, ended: Ended): Promise<void> {
  await sql`
    update task_run_recipients set outcome = 'ended' where run_id = ${runId}::uuid and outcome = 'waiting'`.execute(db)
  await sql`
    update task_runs x set state = ${ended.state}, problem = ${ended.problem ?? null}, ended_at = now(),
           value = coalesce(${ended.named?.value ?? null}, x.value), asked_for = coalesce(${ended.named?.asked_for ?? null}::uuid, x.asked_for),
           secured = coalesce(${ended.named?.secured ?? null}::boolean, x.secured),
           withheld = coalesce(${ended.withheld ?? null}, x.withheld),
           task_state = (select s.state from task_states s where s.task_id = x.task_id and s.identity_key = ${ofOwner} and s.row_key = ${wholeTask}),
           receipts = o.receipts, untold = o.untold,
           state_before = (${beforeOf('state', sql.ref('x.task_id'), sql.ref('x.id'))})
      from (select case when count(*) > 0 then count(*) filter (where outcome in ('told', 'digest')) end::int as receipts,
                   case when count(*) > 0 then count(*) filter (where outcome not in ('told', 'digest')) end::int as untold
              from task_run_recipients where run_id = ${runId}::uuid) o
     where x.id = ${runId}::uuid and x.state = 'waiting'`.execute(db)
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

export async function noteResult(
  db: Database,
  taskId: string,
  { last_result, last_value, isNotified }: { last_result: string | null; last_value: string; isNotified: boolean },
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ last_result, last_value, ...(isNotified && { notified_at: sql<Date>`now()` }) })
    .where('id', '=', taskId)
    .execute()
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
const runColumns = sql`x.id, x.cause, coalesce(u.name, g.name) as starter, x.state, x.problem, x.withheld, x.task_state, x.state_before, x.row_count, x.matched,
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

/** Selects the members whom a task addresses: those of its target, and its owner if the task says so. */
export const addresseesOf = (task: NotificationSettings): RawBuilder<{ user_id: string }> => {
  const { target, people, groups, send_to_self, owner_id } = task
  const isInTarget =
    target === 'everybody'
      ? sql`true`
      : target === 'chosen'
        ? sql`(o.user_id = any(${people}::uuid[]) or exists (
            select from user_group_members g where g.tenant_id = o.tenant_id and g.user_id = o.user_id and g.group_id = any(${groups}::uuid[])))`
        : sql`o.profile = ${target}`
  return sql<{ user_id: string }>`select o.user_id from memberships o
    where o.tenant_id = (select app.tenant_id()) and o.state <> 'D' and (${isInTarget} or (${send_to_self}::boolean and o.user_id = ${owner_id}::uuid))`
}

/** Selects the members who hear of a task's trouble: the administrators and its owner. */
export const caretakersOf = (taskId: string): RawBuilder<{ user_id: string }> => sql<{ user_id: string }>`
  select o.user_id from memberships o
   where o.tenant_id = (select app.tenant_id())
     and (o.profile = 'admin' or o.user_id = (select t.owner_id from tasks t where t.id = ${taskId}::uuid))`
