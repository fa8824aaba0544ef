import { type RawBuilder, sql } from 'kysely'
import { tickets as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { literal, offsetOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { TicketLevel, TicketPriority, TicketStatus } from '#features/help-desk/tickets/contract.ts'
import type { FromMail, UploadedFiles } from '#features/help-desk/tickets/server/commands.ts'
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
  by_mail: boolean
  attachments: StoredAttachment[]
}

type StoredAttachment = { id: string; name: string; bytes: number }

type HandedRecord = HandedRow & {
  text: string
  attachments: StoredAttachment[]
  draft: { text: string; internal: boolean; saved_at: string } | null
  follow_ups: StoredFollowUp[]
}

/** The attachments that a condition on `a` selects, as JSON. They are read once for the ticket. */
const attached = (condition: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'bytes', a.bytes) order by a.created_at, a.id)
    from jsonb_to_recordset(files.list) a (id uuid, follow_up_id uuid, name text, bytes integer, created_at timestamptz)
   where ${condition}), '[]')`

export const findQuery = (id: string): SessionQuery<HandedRecord> => sql`(
  select ${columns}, t.text, (select to_json(d) from app.handed_draft(t.id) d) as draft,
         ${attached(sql`a.follow_up_id is null`)} as attachments,
         coalesce((
           select json_agg(to_jsonb(f) || jsonb_build_object('attachments', ${attached(sql`a.follow_up_id = f.id`)}) order by f.created_at, f.id)
             from app.handed_follow_ups(t.id, ${limits.followUpsShown}) f), '[]') as follow_ups
    from app.handed_tickets(${id}) t
   cross join lateral (select coalesce(jsonb_agg(a), '[]') as list from app.handed_attachments(t.id) a) files)`

export type FoundTicket = HandedRow & { partner_id: string | null }

/** Finds a ticket that was handed up to the session. Changes of one ticket by staff are serialized. */
export async function find(db: Database, id: string): Promise<FoundTicket | undefined> {
  await hold(db, `handed ticket ${id}`)
  const { rows } = await sql<FoundTicket>`
    select ${columns}, (select n.partner_id from tenants n where n.id = t.tenant_id) as partner_id
      from app.handed_tickets(${id}) t`.execute(db)
  return rows[0]
}

type Answered = Omit<InputOf<typeof answerHanded>, 'attachments'>

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

/** Adds the row of an upload. Undefined: the person may not answer the ticket. The counts have the new file already. */
export async function addAttachment(
  db: Database,
  ticketId: string,
  { name, path, kind, bytes }: { name: string; path: string; kind: string; bytes: number },
): Promise<(UploadedFiles & { id: string }) | undefined> {
  const { rows } = await sql<UploadedFiles & { id: string }>`
    select f.id, f.unused, f.bytes, f.unit_bytes as "unitBytes"
      from app.add_handed_attachment(${ticketId}, ${name}, ${path}, ${kind}, ${bytes}) f`.execute(db)
  return rows[0]
}

/** Attaches uploads of the person to their follow-up; answers how many. */
export async function attach(
  db: Database,
  ticketId: string,
  followUpId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select app.attach_handed(${ticketId}, ${followUpId}, ${[...ids]}::uuid[]) as count`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findAttachment(db: Database, id: string): Promise<{ name: string; path: string } | undefined> {
  const { rows } = await sql<{ name: string; path: string }>`
    select a.name, a.path from app.handed_attachment(${id}) a`.execute(db)
  return rows[0]
}

/** Notes what an answer that came by mail has beside its text. For work across tenants only. */
export async function noteMail(db: Database, followUpId: string, { rest, refusedFiles }: FromMail): Promise<void> {
  await db
    .updateTable('ticket_follow_ups')
    .set({ by_mail: true, mail_rest: rest, mail_refused: [...refusedFiles] })
    .where('id', '=', followUpId)
    .execute()
}
