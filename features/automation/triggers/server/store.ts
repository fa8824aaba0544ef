import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import type { Schedule } from './rules.ts'

/** Computed fields of a trigger `r` (platform/server/resource.ts). */
export const computed = {
  tasks: sql`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by app.plain(t.name))
    from task_triggers x join tasks t on t.tenant_id = x.tenant_id and t.id = x.task_id
   where x.tenant_id = r.tenant_id and x.trigger_id = r.id), '[]')`,
  next_at: sql`r.next_at`,
}

/** Sorts a trigger without a next run to the end. */
export const sorts = { next_at: sql`coalesce(r.next_at, 'infinity')` }

const scheduleColumns = sql`r.enabled, r.frequency, r.days, r.month_days, r.times, r.starts_on::text as starts_on, r.ends_on::text as ends_on,
  coalesce(r.timezone, s.timezone) as zone`

export const findSchedule = (db: Database, id: string): Promise<(Schedule & { zone: string }) | undefined> =>
  sql<Schedule & { zone: string }>`
    select ${scheduleColumns} from triggers r join settings s on s.tenant_id = r.tenant_id where r.id = ${id}`
    .execute(db)
    .then(({ rows }) => rows[0])

/** Stores the next run of a trigger of the session's business unit. */
export async function storeNextRun(db: Database, id: string, zone: string, next_at: Date | null): Promise<void> {
  await db.updateTable('triggers').set({ next_at, planned_zone: zone }).where('id', '=', id).execute()
}

type NextRun = { tenant_id: string; id: string; zone: string; next_at: Date | null }

/** Stores the next runs of triggers of all business units. */
export async function storeNextRuns(db: Database, triggers: readonly NextRun[]): Promise<void> {
  const written = triggers.map(({ tenant_id, id, zone, next_at }) => ({ tenant_id, id, zone, next_at }))
  await sql`
    update triggers r set next_at = n.next_at, planned_zone = n.zone
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as n(tenant_id uuid, id uuid, zone text, next_at timestamptz)
     where r.tenant_id = n.tenant_id and r.id = n.id`.execute(db)
}

export type DueTrigger = Schedule & { tenant_id: string; id: string; zone: string; next_at: Date; is_due: boolean }

/** Locks the triggers of all business units whose time has come, or whose next run was computed for an earlier time zone of the unit. */
export async function lockDue(db: Database, now: Date, most: number): Promise<DueTrigger[]> {
  const { rows } = await sql<DueTrigger>`
    select r.tenant_id, r.id, r.next_at, r.next_at <= ${now} as is_due, ${scheduleColumns}
      from triggers r join settings s on s.tenant_id = r.tenant_id
     where (r.next_at <= ${now} or (r.next_at is not null and r.planned_zone <> coalesce(r.timezone, s.timezone))) and ${isOpen('r.tenant_id')}
     order by r.next_at limit ${most} for update of r skip locked`.execute(db)
  return rows
}

/** The time zone of a trigger: its own, or that of the business unit. No row: PostgreSQL does not know it. */
export const zoneQuery = (timezone: string | null) => sql<{ zone: string }>`(
  select coalesce(${timezone}::text, s.timezone) as zone from settings s
   where ${timezone}::text is null or app.is_timezone(${timezone}))`

export const tasksOf = (db: Database, triggerId: string): Promise<string[]> =>
  db
    .selectFrom('task_triggers')
    .select('task_id')
    .where('trigger_id', '=', triggerId)
    .orderBy('task_id')
    .execute()
    .then((rows) => rows.map(({ task_id }) => task_id))

/** Locks tasks against removal, and against changes of their own triggers. */
export async function lockTasks(db: Database, ids: readonly string[]): Promise<void> {
  await sql`select from tasks where id = any(${ids}::uuid[]) order by id for key share`.execute(db)
}

/** Replaces the tasks of a trigger. A foreign key refuses one of another business unit. */
export async function setTasks(db: Database, triggerId: string, taskIds: readonly string[]): Promise<void> {
  await sql`delete from task_triggers where trigger_id = ${triggerId} and not task_id = any(${taskIds}::uuid[])`.execute(
    db,
  )
  await sql`insert into task_triggers (trigger_id, task_id) select ${triggerId}::uuid, t from unnest(${taskIds}::uuid[]) t on conflict do nothing`.execute(
    db,
  )
}

/** True when a task of the trigger has more triggers than a task may have. */
export async function hasTaskWithMore(db: Database, triggerId: string, max: number): Promise<boolean> {
  const { rows } = await sql`
    select from task_triggers x where x.trigger_id = ${triggerId}
       and (select count(*) from task_triggers o where o.tenant_id = x.tenant_id and o.task_id = x.task_id) > ${max} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
