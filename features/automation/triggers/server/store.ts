import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
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

/** Stores the next run of a trigger. Works in a business unit and in platform-wide work, because the id is unique. */
export async function storeNextRun(db: Database, id: string, zone: string, next_at: Date | null): Promise<void> {
  await db.updateTable('triggers').set({ next_at, planned_zone: zone }).where('id', '=', id).execute()
}

export type DueTrigger = Schedule & { tenant_id: string; id: string; zone: string; next_at: Date; is_due: boolean }

/** Locks the triggers of all business units whose time has come, or whose next run was computed for an earlier time zone of the unit. */
export async function lockDue(db: Database, now: Date): Promise<DueTrigger[]> {
  const { rows } = await sql<DueTrigger>`
    select r.tenant_id, r.id, r.next_at, r.next_at <= ${now} as is_due, ${scheduleColumns}
      from triggers r join settings s on s.tenant_id = r.tenant_id
     where r.next_at <= ${now} or (r.next_at is not null and r.planned_zone <> coalesce(r.timezone, s.timezone))
     order by r.next_at limit 200 for update of r skip locked`.execute(db)
  return rows
}
