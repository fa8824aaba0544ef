// What silences withhold of the states of tasks. It stands above both: states know nothing of silences, and silences only read states.
import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { listStates, RowReason, RowState, Withheld } from '../contract.ts'
import { endRecovered, isOnNow, isPaused } from './silence-store.ts'
import { deleteStates, urgencyOf } from './state-store.ts'
import { ofOwner, wholeTask } from './states.ts'

/** The silence `a` holds now. */
const holds = sql`(a.kind = 'acknowledged' or a.until > now() or a.kind = 'weekends' and extract(isodow from now() at time zone (
  select o.timezone from settings o where o.tenant_id = a.tenant_id)) >= 6)`

const hasSilence = (task: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`exists (
  select from task_silences a where a.tenant_id = (select app.tenant_id()) and a.task_id = ${task} and ${where} and ${holds})`

/** Why the state `s` is not told. */
const withheldOfState = sql<Withheld | null>`case
  when ${hasSilence(sql`s.task_id`, sql`a.row_key in ('', s.row_key) and a.kind <> 'acknowledged'`)} then 'silenced'
  when ${isOnNow} and ${hasSilence(sql`s.task_id`, sql`a.row_key = s.row_key`)} then 'acknowledged' end`

const firingRow = sql`s.task_id = r.id and s.identity_key = ${ofOwner} and s.row_key <> ${wholeTask} and s.state in ('firing', 'recovering') and not ${isPaused}`

/** Why the task `r` is not told. A task with a key of rows is withheld when each firing row is. */
export const withheldOfTask = sql<Withheld | null>`(case
  when ${hasSilence(sql`r.id`, sql`a.row_key = ${wholeTask} and a.kind <> 'acknowledged'`)} then 'silenced'
  else (select case
      when not exists (select from task_states s where ${firingRow}) or w.state in ('no_data', 'error')
        then case when ${hasSilence(sql`r.id`, sql`a.row_key = ${wholeTask}`)} then 'acknowledged' end
      when not exists (select from task_states s where ${firingRow} and not ${hasSilence(sql`r.id`, sql`a.row_key = s.row_key`)})
        then 'acknowledged' end
    from task_states w
   where w.tenant_id = r.tenant_id and w.task_id = r.id and w.identity_key = ${ofOwner} and w.row_key = ${wholeTask}
     and w.state in ('firing', 'recovering', 'no_data', 'error')) end)`

/** Forgets the states of a task, because it asks something else or with the rights of another person. Nothing is acknowledged then. */
export async function forgetStates(db: Database, taskId: string): Promise<void> {
  await deleteStates(db, taskId)
  await endRecovered(db, [taskId])
}

type StateRow = {
  id: string
  label: string | null
  state: RowState
  reason: RowReason
  since: Date
  withheld: Withheld | null
}

/** The states of the rows of a task, and its paused rows. Rows under row-level security are for its owner. */
export const statesQuery = (options: InputOf<typeof listStates>): SessionQuery<StateRow & { total: number }> => {
  const found = sql`(
    select s.id, s.task_id, s.tenant_id, s.label, s.secured, s.state, s.reason, s.since, ${withheldOfState} as withheld from task_states s
     where s.task_id = ${options.task_id} and s.identity_key = ${ofOwner} and s.row_key <> ${wholeTask} and not ${isPaused}
    union all
    select p.id, p.task_id, p.tenant_id, p.label, p.secured, 'paused', 'paused', p.created_at, null from task_silences p
     where p.task_id = ${options.task_id} and p.kind = 'paused')`
  const shown = sql`case when not s.secured or t.owner_id = (select app.user_id()) then s.label end`
  const matches = sql`
    from ${found} s join tasks t on t.tenant_id = s.tenant_id and t.id = s.task_id
   where ${contains(sql`coalesce(${shown}, '')`, options.search)}`
  const direction = sql.raw(options.order)
  const order = options.sort === 'since' ? sql`s.since` : urgencyOf(sql`s.state`)
  return sql<StateRow & { total: number }>`(
    select s.id, ${shown} as label, s.state, s.reason, s.since, s.withheld, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by ${order} ${direction}, s.since desc, s.id limit ${options.size} offset ${offsetOf(options)})`
}
