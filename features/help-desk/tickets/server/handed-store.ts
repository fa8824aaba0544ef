import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { TicketLevel, TicketStatus } from '../contract.ts'

type FollowUpOfStaff = {
  ticket_id: string
  number: number
  name: string
  user_id: string | null
  handler_id: string | null
  author_id: string | null
  author: string | null
  email: string | null
  partner_id: string | null
  internal: boolean
  status: TicketStatus | null
  level: TicketLevel | null
}

/** A follow-up of the business unit of the job, with its ticket. The row of its author, who is of the staff, may be hidden. */
export async function findFollowUp(db: Database, id: string): Promise<FollowUpOfStaff | undefined> {
  const { rows } = await sql<FollowUpOfStaff>`
    select f.ticket_id, t.number, t.name, t.user_id, t.handler_id, f.user_id as author_id, f.staff_name as author,
           (select u.email from users u where u.id = f.user_id) as email,
           (select app.partner_id()) as partner_id, f.internal, f.status, f.level
      from ticket_follow_ups f join tickets t on t.tenant_id = f.tenant_id and t.id = f.ticket_id
     where f.id = ${id} for update of t`.execute(db)
  return rows[0]
}

type Handed = {
  id: string
  number: number
  name: string
  unit: string
  person: string | null
  level: TicketLevel
  partner_id: string
}

/** The ticket that a note handed up, if it still is at that level. For platform-wide work only. */
export async function findHanded(db: Database, followUpId: string): Promise<Handed | undefined> {
  const { rows } = await sql<Handed>`
    select t.id, t.number, t.name, n.name as unit, coalesce(u.name, f.staff_name) as person, t.level, n.partner_id
      from ticket_follow_ups f
      join tickets t on t.tenant_id = f.tenant_id and t.id = f.ticket_id
      join tenants n on n.id = f.tenant_id
      left join users u on u.id = f.user_id
     where f.id = ${followUpId} and f.level = t.level and t.level <> 'unit'`.execute(db)
  return rows[0]
}

/** Selects the staff of a level who handle tickets. */
export const agentsOf = (level: TicketLevel, partnerId: string): RawBuilder<{ user_id: string }> =>
  level === 'platform'
    ? sql`select s.id as user_id from users s where s.staff = 'a2m' and s.support_agent`
    : sql`select s.id as user_id from users s where s.staff = 'master' and s.partner_id = ${partnerId} and s.support_agent`
