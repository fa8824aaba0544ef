import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { listStates, StateReason, TaskState, Withheld } from '../contract.ts'
import { endRecovered, withheldOfState } from './silence-store.ts'
import { ofOwner, type Standing, wholeTask } from './states.ts'

type Which = { task_id: string; identity_key: string }

type Stored = Standing & { run_id: string | null }

/** Reads the states of a task for one identity, by key. */
export async function statesOf(db: Database, { task_id, identity_key }: Which): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    select row_key, label, state, reason, since, recent, cleared, run_id from task_states
     where task_id = ${task_id}::uuid and identity_key = ${identity_key}`.execute(db)
  return new Map(rows.map((row) => [row.row_key, row]))
}

/** Replaces the states of a task for one identity by those after a run. `run_id`: the run that made them. */
export async function replaceStates(
  db: Database,
  { task_id, identity_key }: Which,
  { run_id, states, secured }: { run_id: string; states: readonly Standing[]; secured: boolean },
): Promise<void> {
  const keys = states.map(({ row_key }) => row_key)
  await sql`
    delete from task_states
     where task_id = ${task_id}::uuid and identity_key = ${identity_key} and not row_key = any(${keys}::text[])`.execute(
    db,
  )
  await sql`
    insert into task_states (task_id, identity_key, row_key, label, state, reason, since, recent, cleared, secured, run_id)
    select ${task_id}::uuid, ${identity_key}, s.row_key, s.label, s.state, s.reason, s.since, s.recent, s.cleared,
           ${secured}, ${run_id}::uuid
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        as s(row_key text, label text, state text, reason text, since timestamptz, recent text, cleared smallint)
    on conflict on constraint task_states_pkey do update
       set label = excluded.label, state = excluded.state, reason = excluded.reason, since = excluded.since,
           recent = excluded.recent, cleared = excluded.cleared,
           secured = excluded.secured, run_id = excluded.run_id`.execute(db)
}

/** Sets the state of the whole task after a run without an answer. */
export async function setWhole(
  db: Database,
  task_id: string,
  { state, run_id }: { state: TaskState; run_id: string },
): Promise<void> {
  await sql`
    insert into task_states (task_id, identity_key, row_key, label, state, reason, since, recent, cleared, run_id)
    values (${task_id}::uuid, ${ofOwner}, ${wholeTask}, '', ${state}, 'error', now(), '', 0, ${run_id}::uuid)
    on conflict on constraint task_states_pkey do update
       set state = excluded.state, reason = 'error', recent = '', cleared = 0, run_id = excluded.run_id,
           since = case when task_states.state = excluded.state then task_states.since else excluded.since end`.execute(
    db,
  )
}

/** Forgets the states of a task, because it asks something else or with the rights of another person. Nothing is acknowledged then. */
export async function forgetStates(db: Database, taskId: string): Promise<void> {
  await db.deleteFrom('task_states').where('task_id', '=', taskId).execute()
  await endRecovered(db, taskId)
}

type StateRow = {
  id: string
  label: string | null
  state: TaskState
  reason: StateReason
  since: Date
  withheld: Withheld | null
}

/** The order of urgency, firing first. */
export const urgencyOf = (state: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position('{firing,error,no_data,recovering,pending,ok,paused,never}'::text[], ${state})`

/** The states of the rows of a task. Rows under row-level security are for its owner. */
export const statesQuery = (options: InputOf<typeof listStates>): SessionQuery<StateRow & { total: number }> => {
  const shown = sql`case when not s.secured or t.owner_id = (select app.user_id()) then s.label end`
  const matches = sql`
    from task_states s join tasks t on t.tenant_id = s.tenant_id and t.id = s.task_id
   where s.task_id = ${options.task_id} and s.identity_key = ${ofOwner} and s.row_key <> ${wholeTask}
     and ${contains(sql`coalesce(${shown}, '')`, options.search)}`
  const direction = sql.raw(options.order)
  const order = options.sort === 'since' ? sql`s.since` : urgencyOf(sql`s.state`)
  return sql<StateRow & { total: number }>`(
    select s.id, ${shown} as label, s.state, s.reason, s.since, ${withheldOfState} as withheld, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by ${order} ${direction}, s.since desc, s.id limit ${options.size} offset ${offsetOf(options)})`
}
