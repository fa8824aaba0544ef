// SQL of planned invitations.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { isRemoteAllowed } from '#features/identity/remote-access/server/queries.ts'
import type { UserState } from '../contract.ts'

/** The instant of a local time in the zone of the business unit. Null: it is past, or more than `most` days ahead. */
export async function plannedInstant(
  db: Database,
  local: string,
  { now, most }: { now: Date; most: number },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select x.at from settings s cross join lateral (select ${local}::timestamp at time zone s.timezone as at) x
     where s.tenant_id = (select app.tenant_id()) and x.at > ${now} and x.at < ${now}::timestamptz + make_interval(days => ${most}::integer)`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

export async function plan(db: Database, ids: readonly string[], at: Date, planned_by: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('planned_invitations')
    .values(ids.map((user_id) => ({ user_id, send_at: at, planned_by })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ send_at: at, tried_at: null, planned_by }),
    )
    .execute()
}

/** Locks the plan for a person and returns its time. */
export async function plannedAt(db: Database, id: string): Promise<Date | null> {
  const found = await db
    .selectFrom('planned_invitations')
    .select('send_at')
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found?.send_at ?? null
}

export async function forget(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('planned_invitations')
    .where('user_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** An invitation that could not go out is tried again after these minutes. */
const retryMinutes = 10

const isDue = (now: Date) => sql<boolean>`p.send_at <= ${now}
  and (p.tried_at is null or p.tried_at < ${now}::timestamptz - make_interval(mins => ${retryMinutes}))`

/** The business units with invitations whose time has come. Runs across tenants. */
export async function unitsWithDue(db: Database, now: Date): Promise<string[]> {
  const found = await db
    .selectFrom('planned_invitations as p')
    .select('p.tenant_id')
    .distinct()
    .where(isDue(now))
    .where(isOpen('p.tenant_id'))
    .execute()
  return found.map(({ tenant_id }) => tenant_id)
}

/** Locks the next due invitations of a business unit. Those that another transaction sends are left out. */
export const lockDue = (db: Database, now: Date, most: number) =>
  db
    .selectFrom('planned_invitations as p')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.user_id', '=', 'p.user_id'),
    )
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.language',
      sql<UserState>`m.state`.as('state'),
      'p.send_at',
      'p.planned_by',
    ])
    .where(isDue(now))
    .orderBy('p.send_at')
    .orderBy('p.user_id')
    .limit(most)
    .forUpdate('p')
    .skipLocked()
    .execute()

export type Planner = { id: string; profile: string; staff: string | null; toggles: string[] }

/** The present rights of people in the business unit. Those who may not work in it have no row, and neither have staff while it is closed to them. */
export async function standingOf(db: Database, ids: readonly string[]): Promise<Planner[]> {
  const { rows } = await sql<Planner>`
    select x.id, a.profile, a.staff, a.toggles
      from unnest(${[...ids]}::uuid[]) as x (id) cross join lateral app.author_standing(x.id) a
     where a.staff is null or ${isRemoteAllowed()}`.execute(db)
  return rows
}

export async function noteTry(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('planned_invitations')
    .set({ tried_at: now })
    .where('user_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

export async function partnerOf(db: Database, tenantId: string): Promise<string> {
  const { partner_id } = await db
    .selectFrom('tenants')
    .select('partner_id')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return partner_id
}
