import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { type Leaving, warningDays } from './leaving-mail-text.ts'

/** Returns the business units in which a mail may have to be sent. It includes two days more, which covers every time zone. */
export async function unitsToWarn(db: Database): Promise<string[]> {
  const days = warningDays.first + 2
  const { rows } = await sql<{ tenant_id: string }>`
    select m.tenant_id from (
    select tenant_id from settings where auto_block_days > 1
    union
    select tenant_id from memberships
     where least(block_on, delete_on) <= (now() at time zone 'UTC')::date + ${days}::integer
        or greatest(block_on, delete_on) <= (now() at time zone 'UTC')::date + ${days}::integer) m
     where ${isOpen('m.tenant_id')}`.execute(db)
  return rows.map(({ tenant_id }) => tenant_id)
}

export type Warned = {
  user_id: string
  name: string
  email: string
  language: string
  kind: Leaving
  /** YYYY-MM-DD in the calendar of the business unit. */
  day: string
  days_left: number
}

/**
 * Returns the people of a business unit who will be blocked or deleted within seven days. Days without a sign-in count as in
 * `dueForAutoBlock`; in a unit that blocks after seven days or less, only the mail of the last day is sent.
 */
export async function peopleToWarn(db: Database, tenantId: string): Promise<Warned[]> {
  const { rows } = await sql<Warned>`
    select m.user_id, u.name, u.email, u.language, k.kind, k.day::text as day, k.day - d.today as days_left
      from settings g
      join memberships m on m.tenant_id = g.tenant_id
      join users u on u.id = m.user_id
     cross join lateral (select (now() at time zone g.timezone)::date as today) d
     cross join lateral (values
       ('delete', m.delete_on, ${warningDays.first}::integer),
       ('block', m.block_on, ${warningDays.first}::integer),
       ('idle',
         case when m.state = 'A' and not m.ignore_auto_block and g.auto_block_days > 1 then
           (greatest(m.last_sign_in_at, m.created_at, m.enabled_at) at time zone g.timezone)::date + g.auto_block_days end,
         case when g.auto_block_days > ${warningDays.first}::integer then ${warningDays.first}::integer else ${warningDays.last}::integer end)
     ) as k(kind, day, days)
     where g.tenant_id = ${tenantId} and m.state in ('A', 'T') and k.day - d.today between 1 and k.days
       and not (k.kind = 'idle' and exists (
         select from sessions s
          where s.user_id = m.user_id and s.tenant_id = m.tenant_id and s.ended_at is null and s.expires_at > now()
            and s.last_seen_at + make_interval(mins => s.idle_minutes) > now()))
     order by m.user_id, k.kind`.execute(db)
  return rows
}

export function unitOf(db: Database, tenantId: string) {
  return db
    .selectFrom('tenants')
    .select(['name', 'subdomain', 'domain', 'partner_id'])
    .where('id', '=', tenantId)
    .where('enabled', '=', true)
    .executeTakeFirst()
}
