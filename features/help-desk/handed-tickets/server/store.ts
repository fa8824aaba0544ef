import { type RawBuilder, sql } from 'kysely'
import { tickets as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { literal, offsetOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { TicketLevel, TicketPriority, TicketStatus } from '#features/help-desk/tickets/contract.ts'
import type { answerHanded, listHanded } from '../contract.ts'

export type HandedRow = {
  id: string
  tenant_id: string
  unit: string
  number: number
  name: string
  status: TicketStatus
  priority: TicketPriority
  level: TicketLevel
  opened_by: string | null
  waiting: boolean
  due_at: Date | null
  created_at: Date
  changed_at: Date
  /** Whether the person of the session handles tickets. */
  handles: boolean
}

const columns = sql`t.id, t.tenant_id, t.unit, t.number, t.name, t.status, t.priority, t.level, t.opened_by, t.waiting, t.due_at,
  t.created_at, t.changed_at, t.handles`

const sorts: Record<InputOf<typeof listHanded>['sort'], RawBuilder<unknown>> = {
  changed_at: sql`t.changed_at`,
  created_at: sql`t.created_at`,
  unit: sql`app.plain(t.unit)`,
  name: sql`app.plain(t.name)`,
  priority: sql`case t.priority when 'high' then 3 when 'medium' then 2 else 1 end`,
  due_at: sql`t.due_at`,
}

export function listQuery(options: InputOf<typeof listHanded>): SessionQuery<HandedRow & { total: number }> {
  const { search, status } = options
  const conditions = [
    sql`true`,
    ...(status ? [sql`t.status = ${status}`] : []),
    ...(search
      ? [
          sql`(t.words like app.plain(${`%${literal(search)}%`}) or app.plain(t.unit) like app.plain(${`%${literal(search)}%`}))`,
        ]
      : []),
  ]
  return sql`(
    select ${columns}, (count(*) over ())::int as total from app.handed_tickets(null) t
     where ${sql.join(conditions, sql` and `)}
     order by ${sorts[options.sort]} ${sql.raw(options.order)} nulls last, t.id
     limit ${options.size} offset ${offsetOf(options)})`
}

export type StoredFollowUp = {
  id: string
  author: string | null
  by_handler: boolean
  internal: boolean
  text: string | null
  status: TicketStatus | null
  level: TicketLevel | null
  created_at: string
}

type HandedRecord = HandedRow & {
  text: string
  draft: { text: string; internal: boolean; saved_at: string } | null
  follow_ups: StoredFollowUp[]
}

export const findQuery = (id: string): SessionQuery<HandedRecord> => sql`(
  select ${columns}, t.text, (select to_json(d) from app.handed_draft(t.id) d) as draft,
         coalesce((select json_agg(f order by f.created_at, f.id) from app.handed_follow_ups(t.id, ${limits.followUpsShown}) f), '[]') as follow_ups
    from app.handed_tickets(${id}) t)`

export type FoundTicket = HandedRow & { partner_id: string | null }

/** Finds a ticket that was handed up to the session. Changes of one ticket by staff are serialized. */
export async function find(db: Database, id: string): Promise<FoundTicket | undefined> {
  await hold(db, `handed ticket ${id}`)
  const { rows } = await sql<FoundTicket>`
    select ${columns}, (select n.partner_id from tenants n where n.id = t.tenant_id) as partner_id
      from app.handed_tickets(${id}) t`.execute(db)
  return rows[0]
}

type Answered = InputOf<typeof answerHanded>

/** Answers the id of the follow-up; null when the person may not answer. */
export async function answer(
  db: Database,
  { ticket_id, text, internal, waits, status }: Answered,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select app.answer_handed_ticket(${ticket_id}, ${text}, ${internal}, ${waits}, ${status}) as id`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Counts the answers that the person of the ticket got in the last hour. Call it after `answer`, which holds the lock of the answers to that
 * person: before it, answers that are sent in parallel would not be counted.
 */
export async function answersInHour(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select t.answers_in_hour as count from app.handed_tickets(${id}) t`.execute(db)
  return rows[0]?.count ?? 0
}

/** Keeps the draft of the person; false when they may not answer. */
export async function saveDraft(db: Database, id: string, text: string | null, internal: boolean): Promise<boolean> {
  const { rows } = await sql<{ saved: boolean }>`
    select app.save_handed_draft(${id}, ${text}, ${internal}) as saved`.execute(db)
  return rows[0]?.saved === true
}

/** Answers the id of the note; null when the person may not hand it to this level. */
export async function hand(db: Database, id: string, level: TicketLevel, note: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.hand_ticket(${id}, ${level}, ${note}) as id`.execute(db)
  return rows[0]?.id ?? null
}
