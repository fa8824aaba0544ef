// The states of tasks and of their rows. They know nothing of silences: withheld-store.ts has both.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { TaskState } from '../contract.ts'
import { ofOwner, type Standing, wholeTask } from './states.ts'

type Which = { task_id: string; identity_key: string }

type Stored = Standing & { run_id: string | null }

export const keyOfStates = ({ task_id, identity_key }: Which): string => `${task_id} ${identity_key}`

/** Reads the states of some tasks, each for one identity: by task and identity (`keyOfStates`), then by key. */
export async function statesOf(db: Database, which: readonly Which[]): Promise<Map<string, Map<string, Stored>>> {
  const { rows } = await sql<Stored & Which>`
    select s.task_id, s.identity_key, s.row_key, s.label, s.state, s.reason, s.since, s.recent, s.cleared, s.run_id
      from jsonb_to_recordset(${JSON.stringify(which)}::jsonb) as w(task_id uuid, identity_key text)
      join task_states s on s.tenant_id = (select app.tenant_id()) and s.task_id = w.task_id and s.identity_key = w.identity_key`.execute(
    db,
  )
  const found = new Map(which.map((each) => [keyOfStates(each), new Map<string, Stored>()]))
  for (const row of rows) found.get(keyOfStates(row))?.set(row.row_key, row)
  return found
}

export type NewStates = Which & { run_id: string; states: readonly Standing[]; secured: boolean }

/** Replaces the states of some tasks, each for one identity, by those after a run. `run_id`: the run that made them. */
export async function replaceStates(db: Database, replaced: readonly NewStates[]): Promise<void> {
  if (replaced.length === 0) return
  const which = replaced.map(({ task_id, identity_key, states }) => ({
    task_id,
    identity_key,
    keys: states.map(({ row_key }) => row_key),
  }))
  await sql`
    delete from task_states s using jsonb_to_recordset(${JSON.stringify(which)}::jsonb) as w(task_id uuid, identity_key text, keys jsonb)
     where s.tenant_id = (select app.tenant_id()) and s.task_id = w.task_id and s.identity_key = w.identity_key and not w.keys ? s.row_key`.execute(
    db,
  )
  const written = replaced.flatMap(({ states, ...each }) => states.map((standing) => ({ ...standing, ...each })))
  await sql`
    insert into task_states (task_id, identity_key, row_key, label, state, reason, since, recent, cleared, secured, run_id)
    select s.task_id, s.identity_key, s.row_key, s.label, s.state, s.reason, s.since, s.recent, s.cleared, s.secured, s.run_id
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        as s(task_id uuid, identity_key text, row_key text, label text, state text, reason text, since timestamptz, recent text,
             cleared smallint, secured boolean, run_id uuid)
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

export async function deleteStates(db: Database, taskId: string): Promise<void> {
  await db.deleteFrom('task_states').where('task_id', '=', taskId).execute()
}

export type StoredRow = { row_key: string; label: string; secured: boolean }

/** The row of the owner's answer that a state is about. Undefined: it is of another task, or the row is ok again. */
export const rowOf = (db: Database, taskId: string, stateId: string): Promise<StoredRow | undefined> =>
  db
    .selectFrom('task_states')
    .select(['row_key', 'label', 'secured'])
    .where('task_id', '=', taskId)
    .where('id', '=', stateId)
    .where('identity_key', '=', ofOwner)
    .where('row_key', '<>', wholeTask)
    .executeTakeFirst()

/** The order of urgency, firing first. */
export const urgencyOf = (state: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position('{firing,error,no_data,recovering,pending,ok,paused,never}'::text[], ${state})`
