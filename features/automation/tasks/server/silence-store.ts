// The silences and acknowledgements of tasks. Next: silences.ts.
import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { listSilences, SilenceKind } from '../contract.ts'
import type { Silence } from './silences.ts'
import type { StoredRow } from './state-store.ts'
import { ofOwner, wholeTask } from './states.ts'

/** The row of the state `s`, or of another alias, is paused. */
const isPausedRow = (state: RawBuilder<unknown>) => sql<boolean>`exists (
  select from task_silences z where z.tenant_id = ${state}.tenant_id and z.task_id = ${state}.task_id and z.row_key = ${state}.row_key
     and z.kind = 'paused')`
export const isPaused = isPausedRow(sql`s`)

/** The state `s` is out of the normal. */
export const isOnNow = sql`s.state in ('firing', 'recovering', 'no_data', 'error')`

/** The silences of some tasks, by task. */
export const silencesOf = async (db: Database, taskIds: readonly string[]): Promise<Map<string, Silence[]>> => {
  const { rows } = await sql<Silence & { task_id: string }>`
    select task_id, row_key, kind, until, created_at from task_silences
     where tenant_id = (select app.tenant_id()) and task_id = any(${[...taskIds]}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ task_id }) => task_id)
}

export const countSilences = (db: Database, taskId: string): Promise<number> =>
  db
    .selectFrom('task_silences')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

type Maker = { user_id: string; user_name: string | null }
type New = { kind: Exclude<SilenceKind, 'acknowledged' | 'paused'>; until: Date | null; note: string } & Maker

/** Silences a task or one of its rows. A silence of the same kind is replaced. */
export async function addSilence(db: Database, taskId: string, row: StoredRow | null, made: New): Promise<void> {
  const { row_key, label, secured } = row ?? { row_key: wholeTask, label: '', secured: false }
  await db
    .insertInto('task_silences')
    .values({ task_id: taskId, row_key, label, secured, ...made })
    .onConflict((conflict) =>
      conflict.constraint('task_silences_key').doUpdateSet({ ...made, label, secured, created_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Pauses a row. False: it is paused already, and the pause of the first person stays. */
export async function pauseRow(
  db: Database,
  taskId: string,
  { row_key, label, secured }: StoredRow,
  made: { note: string } & Maker,
): Promise<boolean> {
  const added = await db
    .insertInto('task_silences')
    .values({ task_id: taskId, row_key, label, secured, kind: 'paused', ...made })
    .onConflict((conflict) => conflict.constraint('task_silences_key').doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** Silences a whole task until an instant, unless it is silenced for longer. Answers the later instant. */
export async function addPause(
  db: Database,
  taskId: string,
  pause: { until: Date } & Maker,
): Promise<{ until: Date; isChanged: boolean }> {
  const { rows } = await sql<{ until: Date }>`
    insert into task_silences (task_id, row_key, kind, until, user_id, user_name)
    values (${taskId}::uuid, ${wholeTask}, 'until', ${pause.until}, ${pause.user_id}::uuid, ${pause.user_name})
    on conflict on constraint task_silences_key do update
       set until = excluded.until, user_id = excluded.user_id, user_name = excluded.user_name, note = null, created_at = now()
     where task_silences.until < excluded.until
    returning until`.execute(db)
  const [made] = rows
  if (made) return { ...made, isChanged: true }
  const known = await db
    .selectFrom('task_silences')
    .select('until')
    .where('task_id', '=', taskId)
    .where('row_key', '=', wholeTask)
    .where('kind', '=', 'until')
    .executeTakeFirst()
  return { until: known?.until ?? pause.until, isChanged: false }
}

/** Ends the silence of a whole task that a person made. */
export async function endPause(db: Database, taskId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from task_silences where task_id = ${taskId}::uuid and row_key = ${wholeTask} and kind = 'until' and user_id = ${userId}::uuid
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Acknowledges what fires for the owner: the row, or each firing row of a task with a key, or the task. What somebody has acknowledged
 * already stays theirs. `fires`: how many states are out of the normal; `added`: how many of them were not acknowledged yet.
 */
export async function acknowledge(
  db: Database,
  taskId: string,
  stateId: string | null,
  { note, user_id, user_name }: Maker & { note: string | null },
): Promise<{ fires: number; added: number }> {
  const { rows } = await sql<{ fires: number; added: number }>`
    with found as (select s.* from task_states s
     where s.task_id = ${taskId}::uuid and s.identity_key = ${ofOwner} and ${isOnNow} and not ${isPaused}
       and case when ${stateId}::uuid is not null then s.id = ${stateId}::uuid and s.row_key <> ${wholeTask}
                when s.row_key <> ${wholeTask} then true
                else not exists (select from task_states o where o.task_id = s.task_id and o.identity_key = s.identity_key
                                    and o.row_key <> ${wholeTask} and o.state in ('firing', 'recovering') and not ${isPausedRow(sql`o`)})
                     or s.state in ('no_data', 'error') end),
    made as (
      insert into task_silences (task_id, row_key, kind, label, secured, note, user_id, user_name)
      select task_id, row_key, 'acknowledged', label, secured, ${note}, ${user_id}::uuid, ${user_name} from found
      on conflict on constraint task_silences_key do nothing returning id)
    select (select count(*)::int from found) as fires, (select count(*)::int from made) as added`.execute(db)
  return rows[0] ?? { fires: 0, added: 0 }
}

/** Ends the acknowledgements of what is ok again for the owner. */
export async function endRecovered(db: Database, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await sql`
    delete from task_silences a
     where a.task_id = any(${[...taskIds]}::uuid[]) and a.kind = 'acknowledged' and not exists (
       select from task_states s where s.task_id = a.task_id and s.identity_key = ${ofOwner} and s.row_key = a.row_key and ${isOnNow})`.execute(
    db,
  )
}

export type Ended = { task_id: string; task: string; kind: SilenceKind; label: string; secured: boolean }

/** Ends a silence or an acknowledgement, or resumes a paused row. Undefined: there is none of this sort. */
export async function removeSilence(
  db: Database,
  silenceId: string,
  sort: 'silence' | 'pause',
): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    delete from task_silences a using tasks t
     where a.id = ${silenceId}::uuid and (a.kind = 'paused') = ${sort === 'pause'} and t.tenant_id = a.tenant_id and t.id = a.task_id
    returning a.task_id, t.name as task, a.kind, a.label, a.secured`.execute(db)
  return rows[0]
}

/** Erases silences that ended. Runs in platform-wide work. */
export async function forgetEnded(db: Database): Promise<void> {
  await sql`delete from task_silences where until < now()`.execute(db)
}

type SilenceRow = {
  id: string
  kind: SilenceKind
  is_whole: boolean
  label: string | null
  note: string | null
  until: Date | null
  person: string | null
  created_at: Date
}

export const silencesQuery = (options: InputOf<typeof listSilences>): SessionQuery<SilenceRow & { total: number }> => {
  const shown = sql`case when a.row_key <> ${wholeTask} and (not a.secured or t.owner_id = (select app.user_id())) then a.label end`
  const matches = sql`
    from task_silences a join tasks t on t.tenant_id = a.tenant_id and t.id = a.task_id left join users u on u.id = a.user_id
   where a.task_id = ${options.task_id} and (a.until > now() or a.until is null)
     and ${contains(sql`concat_ws(' ', ${shown}, a.note)`, options.search)}`
  const direction = sql.raw(options.order)
  return sql<SilenceRow & { total: number }>`(
    select a.id, a.kind, a.row_key = ${wholeTask} as is_whole, ${shown} as label, a.note, a.until, coalesce(u.name, a.user_name) as person,
           a.created_at, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by a.created_at ${direction}, a.id limit ${options.size} offset ${offsetOf(options)})`
}
