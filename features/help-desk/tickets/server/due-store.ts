// The due times of tickets in the database: what they are computed from, and where they are stored.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { rulesOf, type ServiceRules, stampOf } from '#features/help-desk/service-levels/server/queries.ts'
import type { TicketPriority, TicketStatus } from '../contract.ts'
import type { DueEvent, Notice, Results } from './rules.ts'

export type DueFacts = Notice & {
  id: string
  priority: TicketPriority
  status: TicketStatus
  created_at: Date
  due_at: Date | null
  rules: ServiceRules | null
  events: (Omit<DueEvent, 'at'> & { at: string })[]
}

const facts = sql`t.id, t.priority, t.status, t.created_at, t.due_at, t.notice, t.notice_at,
  coalesce((
    select json_agg(json_build_object('at', f.created_at, 'by_handler', f.by_handler, 'is_answer', f.text is not null,
                      'waits', f.waits, 'status', f.status) order by f.created_at, f.id)
      from ticket_follow_ups f where f.tenant_id = t.tenant_id and f.ticket_id = t.id and not f.internal), '[]') as events`

/** The facts of one ticket, which the transaction has locked. */
export async function factsOf(db: Database, id: string): Promise<DueFacts | undefined> {
  const { rows } = await sql<DueFacts>`
    select ${facts}, ${rulesOf(sql`(select app.tenant_id())`)} as rules from tickets t where t.id = ${id}`.execute(db)
  return rows[0]
}

const batch = 200

const isStale = (stamp: RawBuilder<unknown>) =>
  sql<boolean>`t.status <> 'closed' and t.due_rules is distinct from ${stamp}`

/** Locks unresolved tickets of the business unit whose due times come from earlier rules. */
export async function lockStale(db: Database): Promise<{ rows: DueFacts[]; isWhole: boolean }> {
  const { rows } = await sql<DueFacts>`
    select ${facts}, ${rulesOf(sql`(select app.tenant_id())`)} as rules from tickets t
     where ${isStale(stampOf(sql`(select app.tenant_id())`))} order by t.id limit ${batch} for update of t`.execute(db)
  return { rows, isWhole: rows.length < batch }
}

export type StoredDue = Notice &
  Results & {
    id: string
    waiting: boolean
    first_answer_due_at: Date | null
    resolution_due_at: Date | null
    due_rules: string | null
  }

export async function storeDue(db: Database, { id, ...due }: StoredDue): Promise<void> {
  await db.updateTable('tickets').set(due).where('id', '=', id).execute()
}

export type DueNotice = {
  id: string
  number: number
  name: string
  user_id: string | null
  handler_id: string | null
  due_at: Date
  notice: 'soon' | 'overdue'
  rules: ServiceRules | null
}

/** Locks tickets of the business unit whose notification is due. */
export async function lockNotices(db: Database, now: Date): Promise<{ rows: DueNotice[]; isWhole: boolean }> {
  const { rows } = await sql<DueNotice>`
    select t.id, t.number, t.name, t.user_id, t.handler_id, t.due_at, t.notice, ${rulesOf(sql`(select app.tenant_id())`)} as rules
      from tickets t where t.notice_at <= ${now} order by t.notice_at, t.id limit ${batch} for update of t`.execute(db)
  return { rows, isWhole: rows.length < batch }
}

export async function planNotice(db: Database, id: string, { notice, notice_at }: Notice): Promise<void> {
  await db.updateTable('tickets').set({ notice, notice_at }).where('id', '=', id).execute()
}

/** The business units with a due notification, or with tickets whose due times come from earlier rules. For platform-wide work only. */
export async function unitsWithDueWork(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    with units as (
      select n.id as tenant_id, ${stampOf(sql`n.id`)} as stamp from tenants n left join settings s on s.tenant_id = n.id
       where n.erase_at is null and coalesce(s.help_desk, true))
    select u.tenant_id from units u
     where exists (select from tickets t where t.tenant_id = u.tenant_id and t.notice_at <= ${now})
        or exists (select from tickets t where t.tenant_id = u.tenant_id and ${isStale(sql`u.stamp`)})`.execute(db)
  return rows.map(({ tenant_id }) => tenant_id)
}
