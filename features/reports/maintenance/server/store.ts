import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { type NameInEach, nameInEach, displayedName, displayedSortName } from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { mayOpen, openersOf, reportColumns } from '#features/reports/access/server/queries.ts'
import { leadHours, type Occurrence, type MaintenancePlan, plannedDays } from './rules.ts'

/** A column of the present occurrence of window `r`, or of the next one. */
const nextOccurrence = (column: 'starts_at' | 'ends_at'): RawBuilder<unknown> => sql`(
  select ${sql.ref(`o.${column}`)} from maintenance_occurrences o
   where o.tenant_id = r.tenant_id and o.window_id = r.id and o.ends_at > now() order by o.ends_at limit 1)`

export const computed = {
  reports: sql`coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name) order by x.sort_name, x.id)
    from reports x where x.id = any(r.report_ids)), '[]')`,
  groups: sql`coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name) order by x.name, x.id)
    from report_groups x where x.id = any(r.group_ids)), '[]')`,
  starts_at: nextOccurrence('starts_at'),
  ends_at: nextOccurrence('ends_at'),
}

export const sorts = { starts_at: computed.starts_at }

/** Whether all of these reports and groups belong to the business unit. */
export async function areOwn(
  db: Database,
  reportIds: readonly string[],
  groupIds: readonly string[],
): Promise<boolean> {
  const [reports, groups] = [[...new Set(reportIds)], [...new Set(groupIds)]]
  const { rows } = await sql<{ known: boolean }>`
    select (select count(*) from reports where id = any(${reports}::uuid[])) = ${reports.length}
       and (select count(*) from report_groups where id = any(${groups}::uuid[])) = ${groups.length} as known`.execute(
    db,
  )
  return rows[0]?.known === true
}

export const findPlan = (db: Database, id: string) =>
  sql<MaintenancePlan & { timezone: string }>`
    select w.recurrence, w.first_day::text as first_day, w.last_day::text as last_day, w.days, w.from_time, w.to_time, t.timezone
      from maintenance_windows w join settings t on t.tenant_id = w.tenant_id where w.id = ${id}`
    .execute(db)
    .then(({ rows }) => rows[0])

/** Replaces the occurrences that have not ended. An occurrence that has begun keeps its record of sent announcements. */
export async function planAnew(db: Database, id: string, zone: string, found: readonly Occurrence[]): Promise<void> {
  await sql`delete from maintenance_occurrences where window_id = ${id} and ends_at > now()`.execute(db)
  await addOccurrences(db, id, zone, found)
}

/** Adds the occurrences of a window. Works also in platform-wide work, because the business unit is taken from the window. */
export async function addOccurrences(
  db: Database,
  id: string,
  zone: string,
  found: readonly Occurrence[],
): Promise<void> {
  await sql`
    insert into maintenance_occurrences (tenant_id, window_id, starts_at, ends_at)
    select w.tenant_id, w.id, f.starts_at, f.ends_at
      from maintenance_windows w, jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (starts_at timestamptz, ends_at timestamptz)
     where w.id = ${id} on conflict do nothing`.execute(db)
  await sql`
    update maintenance_windows set planned_zone = ${zone}, planned_until = current_date + ${plannedDays}::integer where id = ${id}`.execute(
    db,
  )
}

export type Unplanned = MaintenancePlan & { id: string; timezone: string; is_moved: boolean }

/** Locks weekly windows that need later occurrences, and windows of a business unit that changed its time zone. */
const needsPlan = sql<boolean>`(w.planned_zone is distinct from t.timezone
  or (w.recurrence = 'weekly' and w.planned_until < current_date + ${plannedDays - 14}::integer
      and (w.last_day is null or w.last_day > w.planned_until)))`

/** The business units with windows to plan, in platform-wide work. */
export async function unitsToPlan(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct w.tenant_id from maintenance_windows w join settings t on t.tenant_id = w.tenant_id where ${needsPlan} and ${isOpen('w.tenant_id')}`.execute(
    db,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

/** The windows of a business unit to plan, locked. */
export async function lockUnplanned(db: Database, tenantId: string): Promise<Unplanned[]> {
  const { rows } = await sql<Unplanned>`
    select w.id, w.recurrence, w.first_day::text as first_day, w.last_day::text as last_day, w.days, w.from_time, w.to_time, t.timezone,
           w.planned_zone is distinct from t.timezone as is_moved
      from maintenance_windows w join settings t on t.tenant_id = w.tenant_id
     where w.tenant_id = ${tenantId} and ${needsPlan}
     for update of w skip locked`.execute(db)
  return rows
}

/** Marks the occurrences that have begun or ended since the last run of the job, and returns their business units. */
export async function takeUntold(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    update maintenance_occurrences set told_start = true, told_end = ends_at <= now()
     where (not told_start and starts_at <= now()) or (not told_end and ends_at <= now()) returning tenant_id`.execute(
    db,
  )
  return [...new Set(rows.map(({ tenant_id }) => tenant_id))]
}

const concerns = sql`((w.report_ids = '{}' and w.group_ids = '{}') or r.id = any(w.report_ids) or exists (
  select from report_subgroups b where b.tenant_id = r.tenant_id and b.id = r.subgroup_id and b.group_id = any(w.group_ids)))`

export type Present = { id: string; name: string; message: string; starts_at: Date; ends_at: Date; report: string }

/** The present window of a report; of several, the one that ends last. */
export const presentQuery = (reportId: string): SessionQuery<Present> => sql`(
  select w.id, w.name, w.message, o.starts_at, o.ends_at, ${displayedName('r')} as report
    from reports r
    join maintenance_windows w on w.tenant_id = r.tenant_id and ${concerns}
    join maintenance_occurrences o on o.tenant_id = w.tenant_id and o.window_id = w.id
   where r.id = ${reportId} and ${mayOpen(reportColumns)} and o.starts_at <= now() and o.ends_at > now()
   order by o.ends_at desc limit 1)`

export type Upcoming = Omit<Present, 'report'> & { reports: string[]; now: boolean }

const maxUpcoming = 50

export const upcomingQuery = (): SessionQuery<Upcoming> => sql`(
  select w.id, w.name, w.message, o.starts_at, o.ends_at, o.starts_at <= now() as now,
         json_agg(${displayedName('r')} order by ${displayedSortName('r')}, r.id) as reports
    from maintenance_occurrences o
    join maintenance_windows w on w.tenant_id = o.tenant_id and w.id = o.window_id
    join reports r on r.tenant_id = w.tenant_id and ${concerns}
   where o.ends_at > now() and o.starts_at < now() + interval '14 days' and ${mayOpen(reportColumns)}
   group by w.id, w.name, w.message, o.starts_at, o.ends_at
   order by o.starts_at, w.id limit ${maxUpcoming})`

/** How long before an occurrence its announcement is due; null for a window that announces nothing. */
const lead = sql`case w.announces when 'hour' then make_interval(hours => ${leadHours.hour}::integer)
  when 'day' then make_interval(hours => ${leadHours.day}::integer) when 'week' then make_interval(hours => ${leadHours.week}::integer) end`

/**
 * The announcement of occurrence `o` of window `w` is due. Only the first occurrence that is not over counts, so that a daily window that
 * is announced a week ahead tells people of one day at a time.
 */
const isDue = sql<boolean>`not o.told_ahead and o.ends_at > now() and o.starts_at - ${lead} <= now()
  and not exists (
    select from maintenance_occurrences e
     where e.tenant_id = o.tenant_id and e.window_id = o.window_id and e.ends_at > now() and e.starts_at < o.starts_at)`

/** Business units with a due announcement, in platform-wide work. */
export async function unitsToNotify(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct o.tenant_id from maintenance_occurrences o
      join maintenance_windows w on w.tenant_id = o.tenant_id and w.id = o.window_id
     where ${isDue} and ${isOpen('o.tenant_id')}`.execute(db)
  return rows.map(({ tenant_id }) => tenant_id)
}

export type Announced = Occurrence & {
  window_id: string
  message: string
  timezone: string
  /** The name of the only report of the window; null if the window has several reports or none. */
  report: NameInEach | null
}

/** Takes the due announcements of a business unit, or of one of its windows, so that no other process sends them. */
export async function takeDue(db: Database, tenantId: string, windowId: string | null): Promise<Announced[]> {
  const { rows } = await sql<Announced>`
    update maintenance_occurrences o set told_ahead = true
      from maintenance_windows w join settings t on t.tenant_id = w.tenant_id
     where w.tenant_id = o.tenant_id and w.id = o.window_id and o.tenant_id = ${tenantId}
       and (${windowId}::uuid is null or o.window_id = ${windowId}::uuid) and ${isDue}
    returning o.window_id, o.starts_at, o.ends_at, w.message, t.timezone,
      (select case when count(*) = 1 then (array_agg(${nameInEach('r')}))[1] end from reports r where r.tenant_id = w.tenant_id and ${concerns}) as report`.execute(
    db,
  )
  return rows
}

/** The members who may open a report of the window. */
export async function readersOf(db: Database, windowId: string): Promise<string[]> {
  const { rows } = await openersOf(
    sql`maintenance_windows w join reports r on r.tenant_id = w.tenant_id and ${concerns} where w.id = ${windowId}`,
  ).execute(db)
  return rows.map(({ user_id }) => user_id)
}
