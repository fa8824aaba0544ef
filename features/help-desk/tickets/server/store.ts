import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Language } from '#catalogue/languages.ts'
import { countedRows, tickets as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import { displayedName } from '#platform/server/database/names.ts'
import type { FilePath } from '#platform/server/files/file-path.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { rulesOf, type ServiceRules } from '#features/help-desk/service-levels/server/queries.ts'
import { mayOpen, reportColumns } from '#features/reports/access/server/queries.ts'
import { unresolvedOfFault } from './fault-store.ts'
import type { listTickets, storedView, TicketLevel, TicketPriority, TicketRating, TicketStatus } from '../contract.ts'

const sessionUser = sql<string>`(select app.user_id())`
const handles = sql<boolean>`(select app.handles_tickets())`

/** The tickets that the person of the session watches, because theirs were merged into them. */
const watched = sql`select w.ticket_id from ticket_watchers w where w.user_id = ${sessionUser}`

/**
 * A condition on a ticket `t`: the person of the session may see it. Every query of this file has this condition, or reads
 * `app.tickets_page()` that has it, so that tickets of others do not exist for the person.
 */
const isMine = sql<boolean>`(${handles} or t.user_id = ${sessionUser} or t.id in (${watched}))`

/**
 * A condition on a follow-up `f` of a ticket `t`: the person of the session may read it. In their own ticket, people who handle tickets are
 * the side that asks, so they read no internal notes there.
 */
const isReadable = sql<boolean>`(not f.internal or (${handles} and t.user_id is distinct from ${sessionUser}))`

const answeringTime = sql`make_interval(mins => ${limits.answeringMinutes})`

type Person = { id: string; name: string }

/** Builds a person of the ticket as JSON; staff have their stored name. Null: the session may not see the person any more. */
const person = (id: RawBuilder<unknown>, staffName: RawBuilder<unknown>) => sql<Person | null>`(
  select json_build_object('id', ${id}, 'name', coalesce(p.name, ${staffName}))
    from (select) one left join users p on p.id = ${id} where ${id} is not null and coalesce(p.name, ${staffName}) is not null)`

/**
 * A condition on a ticket `t`: the person of the session may rate its resolution. Only people who handle tickets make a resolution that is
 * rated: a person who resolves their own ticket has nothing to rate.
 */
const mayRate = sql<boolean>`coalesce(t.user_id = ${sessionUser} and t.rating is null and t.merged_into is null
  and t.closed_at > now() - make_interval(days => ${limits.ratingDays})
  and (select f.by_handler from ticket_follow_ups f
        where f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.status = 'closed'
        order by f.created_at desc, f.id desc limit 1), false)`

export type TicketRow = {
  id: string
  number: number
  name: string
  status: TicketStatus
  priority: TicketPriority
  opened_by: Person | null
  handler: Person | null
  estimated_at: Date | null
  created_at: Date
  changed_at: Date
  rating: TicketRating | null
  /** For people who handle tickets; null for others. */
  level: TicketLevel | null
  waiting: boolean
  is_merged: boolean
  /** Due times are for people who handle tickets; null for others. */
  due_at: Date | null
  first_answer_due_at: Date | null
}

/** The rules of the business unit, the same in each row. */
export type WithRules = { rules: ServiceRules | null }
const rules = rulesOf(sql`(select app.tenant_id())`)

const row = sql`t.id, t.number, t.name, t.status, t.priority, ${person(sql`t.user_id`, sql`t.staff_name`)} as opened_by,
  ${person(sql`t.handler_id`, sql`t.handler_staff_name`)} as handler, t.estimated_at, t.created_at, t.changed_at, t.rating,
  case when ${handles} then t.level end as level, t.waiting, t.merged_into is not null as is_merged, case when ${handles} then t.due_at end as due_at, case when ${handles} then t.first_answer_due_at end as first_answer_due_at`

/** One page of tickets in order, found by an index (`app.tickets_page()`), with all their columns. */
export function listQuery(
  options: InputOf<typeof listTickets>,
): SessionQuery<TicketRow & WithRules & { total: number }> {
  const { search, status, priority, handling, overdue, sort, order, size } = options
  return sql`(
    select ${row}, ${rules} as rules, f.total
      from app.tickets_page(
        ${search}::text, ${status ?? null}::text, ${priority ?? null}::text, ${handling ?? null}::boolean, ${overdue ?? null}::boolean,
        ${sort}::text, ${order === 'desc'}::boolean, ${size}::integer, ${offsetOf(options)}::integer, ${countedRows + 1}::integer) f
      join tickets t on t.id = f.ticket_id
     order by f.place)`
}

export type Attached = { id: string; name: string; bytes: number; path: string }
type TicketLink = { id: string; number: number; name: string }

type StoredFollowUp = {
  id: string
  from_number: number | null
  author: Person | null
  by_handler: boolean
  internal: boolean
  text: string | null
  by_mail: boolean
  mail_rest: string | null
  mail_refused: string[]
  mail_sender: string | null
  status: TicketStatus | null
  level: TicketLevel | null
  created_at: string
  attachments: Attached[]
}

export type TicketRecord = TicketRow &
  WithRules & {
    text: string
    own: boolean
    report: Person | null
    rating_comment: string | null
    may_rate: boolean
    view: z.input<typeof storedView> | null
    closed_at: Date | null
    fault: { since: string; tickets: number } | null
    merged_into: TicketLink | null
    merged: TicketLink[]
    language: Language | null
    version: number
    answering: { name: string; until: string }[]
    draft: { text: string; internal: boolean; saved_at: string } | null
    attachments: Attached[]
    follow_ups: StoredFollowUp[]
  }

const attached = (condition: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'bytes', a.bytes, 'path', a.path) order by a.created_at, a.id)
    from ticket_attachments a where a.tenant_id = t.tenant_id and ${condition}), '[]')`

export const findQuery = (id: string): SessionQuery<TicketRecord> => sql`(
  select ${row}, ${rules} as rules, t.text, t.user_id = ${sessionUser} as own, t.closed_at, t.version, t.view, t.rating_comment, ${mayRate} as may_rate,
         case when ${handles} then (select p.language from users p where p.id = t.user_id) end as language,
         (select json_build_object('id', r.id, 'name', ${displayedName('r')}) from reports r
           where r.id = t.report_id and ${mayOpen(reportColumns)}) as report,
         (select json_build_object('since', f.created_at, 'tickets', (select count(*) from (${unresolvedOfFault}) x))
            from report_faults f join reports r on r.tenant_id = f.tenant_id and r.id = f.report_id
           where f.id = t.fault_id and f.ended_at is null and ${handles} and t.user_id is distinct from ${sessionUser} and ${mayOpen(reportColumns)}) as fault,
         (select json_build_object('id', m.id, 'number', m.number, 'name', m.name) from tickets m where m.id = t.merged_into) as merged_into,
         coalesce((select json_agg(json_build_object('id', m.id, 'number', m.number, 'name', m.name) order by m.number)
                     from tickets m where m.merged_into = t.id and ${handles}), '[]') as merged,
         ${attached(sql`a.ticket_id = t.id and a.follow_up_id is null`)} as attachments,
         coalesce((
           select json_agg(json_build_object('id', f.id, 'from_number', case when f.ticket_id <> t.id then (select m.number from tickets m where m.id = f.ticket_id) end, 'author', ${person(sql`f.user_id`, sql`f.staff_name`)}, 'by_handler', f.by_handler, 'internal', f.internal, 'text', f.text, 'by_mail', f.by_mail, 'mail_refused', f.mail_refused, 'mail_sender', f.mail_sender,
                             'mail_rest', case when f.user_id = ${sessionUser} or ${handles} then f.mail_rest end,
                             'status', f.status, 'level', f.level, 'created_at', f.created_at, 'attachments', ${attached(sql`a.follow_up_id = f.id`)})
                           order by f.created_at, f.id)
             from (select * from ticket_follow_ups f
                    where f.tenant_id = t.tenant_id and f.ticket_id = any(array(select t.id union all select m.id from tickets m where m.merged_into = t.id and ${handles} and t.user_id is distinct from ${sessionUser} and m.user_id is distinct from ${sessionUser}))
                      and ${isReadable}
                    order by f.created_at desc, f.id desc limit ${limits.followUpsShown}) f), '[]') as follow_ups,
         coalesce((
           select json_agg(json_build_object('name', p.name, 'until', d.saved_at + ${answeringTime}) order by d.saved_at)
             from ticket_drafts d join users p on p.id = d.user_id
            where d.ticket_id = t.id and ${handles} and t.user_id is distinct from ${sessionUser}
              and d.user_id <> ${sessionUser} and d.user_id is distinct from t.user_id
              and d.saved_at > now() - ${answeringTime}), '[]') as answering,
         (select json_build_object('text', d.text, 'internal', d.internal, 'saved_at', d.saved_at) from ticket_drafts d
           where d.ticket_id = t.id and d.user_id = ${sessionUser}) as draft
    from tickets t where t.id = ${id} and ${isMine})`

export type StoredTicket = {
  id: string
  number: number
  name: string
  status: TicketStatus
  level: TicketLevel
  priority: TicketPriority
  user_id: string | null
  handler_id: string | null
  handler: string | null
  estimated_at: Date | null
  version: number
  own: boolean
  handles: boolean
  may_rate: boolean
  merged_into: string | null
}

/** Finds and locks a ticket that the person may see. */
export async function findForUpdate(db: Database, id: string): Promise<StoredTicket | undefined> {
  const { rows } = await sql<StoredTicket>`
    select t.id, t.number, t.name, t.status, t.merged_into, t.level, t.priority, t.user_id, t.handler_id, t.estimated_at, t.version,
           coalesce((select p.name from users p where p.id = t.handler_id), t.handler_staff_name) as handler,
           coalesce(t.user_id = ${sessionUser}, false) as own, ${handles} as handles, ${mayRate} as may_rate
      from tickets t where t.id = ${id} and ${isMine} for update`.execute(db)
  return rows[0]
}

/** The author of a ticket or follow-up. `staff_name` is set for partner and platform staff only. */
export type Author = { user_id: string; staff_name: string | null }

type NewTicket = {
  name: string
  text: string
  priority: TicketPriority
  report_id: string | null
  /** JSON of `storedView`; null: the ticket has no view. */
  view: string | null
}

/** Takes the next ticket number. The row of the last number stays locked until the transaction ends, so that each number is used once. */
const nextNumber = sql<{ last: number }>`
  insert into ticket_numbers as n (last) values (1)
  on conflict (tenant_id) do update set last = n.last + 1 returning last`

export async function add(db: Database, author: Author, ticket: NewTicket): Promise<{ id: string; number: number }> {
  const { rows } = await nextNumber.execute(db)
  return db
    .insertInto('tickets')
    .values({ ...ticket, ...author, number: rows[0]?.last ?? 1 })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}

/**
 * Counts the answers and new statuses that people who handle tickets sent to a person in the last hour. Serialized for each person, so that
 * parallel ones are counted.
 */
export async function receivedInHour(db: Database, userId: string): Promise<number> {
  await hold(db, `answers to ${userId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tickets t join ticket_follow_ups f on f.tenant_id = t.tenant_id and f.ticket_id = t.id
     where t.user_id = ${userId} and f.by_handler and not f.internal and f.created_at > now() - interval '1 hour'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Counts the tickets of the person in the last hour, and what they wrote in tickets: as the side that asks, and internal notes. Serialized for
 * each person, so that parallel ones are counted.
 */
export async function sentInHour(db: Database, userId: string): Promise<{ tickets: number; followUps: number }> {
  await hold(db, `tickets of ${userId}`)
  const { rows } = await sql<{ tickets: number; followUps: number }>`
    select (select count(*)::int from tickets where user_id = ${userId} and created_at > now() - interval '1 hour') as tickets,
           (select count(*)::int from ticket_follow_ups
             where user_id = ${userId} and (internal or not by_handler) and created_at > now() - interval '1 hour') as "followUps"`.execute(
    db,
  )
  return rows[0] ?? { tickets: 0, followUps: 0 }
}

export type UploadedFiles = { unused: number; bytes: number; unitBytes: number }

/** Counts the unused files of the person in the last hour, and the bytes of a day of the person and of the business unit. */
export async function filesOf(db: Database, userId: string, kind: string): Promise<UploadedFiles> {
  const { rows } = await sql<UploadedFiles>`
    select count(*) filter (where a.ticket_id is null and a.created_at > now() - interval '1 hour')::int as unused,
           coalesce(sum(a.bytes), 0)::float8 as bytes,
           (select coalesce(sum(f.bytes), 0)::float8 from files f
             where f.tenant_id = (select app.tenant_id()) and f.kind = ${kind} and f.created_at > now() - interval '1 day') as "unitBytes"
      from ticket_attachments a where a.user_id = ${userId} and a.created_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { unused: 0, bytes: 0, unitBytes: 0 }
}

/** Checks whether the person of the session may open a report. */
export async function opensReport(db: Database, reportId: string): Promise<boolean> {
  const found = await db
    .selectFrom('reports as r')
    .select('r.id')
    .where('r.id', '=', reportId)
    .where(mayOpen(reportColumns))
    .executeTakeFirst()
  return found !== undefined
}

type Change = {
  level?: TicketLevel
  status?: TicketStatus
  priority?: TicketPriority
  handler_id?: string | null
  handler_staff_name?: string | null
  estimated_at?: Date | null
}

export async function change(db: Database, id: string, { status, ...fields }: Change): Promise<void> {
  await db
    .updateTable('tickets')
    .set({
      ...fields,
      ...(status && { status, closed_at: status === 'closed' ? sql<Date>`now()` : null }),
      changed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

export async function rate(db: Database, id: string, rating: TicketRating, comment: string | null): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ rating, rating_comment: comment, rated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Counts the ratings of the last days, and those of them that are good. */
export const satisfactionQuery = (): SessionQuery<{ rated: number; good: number }> => sql`(
  select count(*)::int as rated, count(*) filter (where t.rating = 'good')::int as good
    from tickets t where t.rated_at > now() - make_interval(days => ${limits.satisfactionDays}))`

type NewFollowUp = Author & {
  ticket_id: string
  by_handler: boolean
  internal: boolean
  waits?: boolean
  level?: TicketLevel
  text: string | null
  status: TicketStatus | null
  by_mail?: boolean
  mail_rest?: string | null
  mail_refused?: string[]
  mail_sender?: string | null
}

export async function addFollowUp(db: Database, followUp: NewFollowUp): Promise<string> {
  const { id } = await db.insertInto('ticket_follow_ups').values(followUp).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether the person has a draft in the ticket that others see as an answer being written. */
export async function isAnswering(db: Database, ticketId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('ticket_drafts')
    .select('user_id')
    .where('ticket_id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('saved_at', '>', sql<Date>`now() - ${answeringTime}`)
    .executeTakeFirst()
  return found !== undefined
}

type NewDraft = { ticket_id: string; user_id: string; text: string; internal: boolean }

export async function saveDraft(db: Database, draft: NewDraft): Promise<void> {
  const { text, internal } = draft
  await db
    .insertInto('ticket_drafts')
    .values(draft)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'ticket_id', 'user_id'])
        .doUpdateSet({ text, internal, saved_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function removeDraft(db: Database, ticketId: string, userId: string): Promise<void> {
  await db.deleteFrom('ticket_drafts').where('ticket_id', '=', ticketId).where('user_id', '=', userId).execute()
}

/** Removes the ticket; answers the paths of its files. */
export async function remove(db: Database, id: string): Promise<string[]> {
  const files = await db.selectFrom('ticket_attachments').select('path').where('ticket_id', '=', id).execute()
  await db.deleteFrom('tickets').where('id', '=', id).execute()
  return files.map(({ path }) => path)
}

export async function addAttachment(
  db: Database,
  attachment: { user_id: string; name: string; path: FilePath; bytes: number },
): Promise<string> {
  const { id } = await db.insertInto('ticket_attachments').values(attachment).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Attaches uploads of the person that belong to no ticket yet. Answers their paths: fewer paths than ids when one of the ids is not such an
 * upload.
 */
export async function attachFiles(
  db: Database,
  ids: readonly string[],
  target: { ticket_id: string; follow_up_id: string | null; user_id: string },
): Promise<string[]> {
  const { user_id, ...where } = target
  const placed = await db
    .updateTable('ticket_attachments')
    .set(where)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('user_id', '=', user_id)
    .where('ticket_id', 'is', null)
    .returning('path')
    .execute()
  return placed.map(({ path }) => path)
}

/** Finds an attachment of a ticket that the person may see, or their own upload without a ticket. */
export async function findAttachment(db: Database, id: string): Promise<{ name: string; path: string } | undefined> {
  const { rows } = await sql<{ name: string; path: string }>`
    select a.name, a.path from ticket_attachments a left join tickets t on t.id = a.ticket_id
      left join ticket_follow_ups f on f.id = a.follow_up_id
     where a.id = ${id} and case when a.ticket_id is null then a.user_id = ${sessionUser}
                                 else ${isMine} and (f.id is null or ${isReadable}) end`.execute(db)
  return rows[0]
}

/** The members `m` who may handle tickets and may sign in: `allows(…, 'ticket.handle')` of catalogue/access.ts for members. */
const handlesAsMember = sql<boolean>`m.state in ('A', 'T') and (m.profile = 'admin' or 'support_agent' = any(m.toggles))`

const maxHandlers = 20

export const handlersQuery = (search: string): SessionQuery<{ value: string; label: string }> => sql`(
  select u.id as value, u.name as label from memberships m join users u on u.id = m.user_id
   where ${handlesAsMember} and ${contains(sql`u.name`, search)}
   order by app.plain(u.name), u.id limit ${maxHandlers})`

/** Returns the name of a person who may handle tickets. */
export async function findHandler(db: Database, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select u.name from memberships m join users u on u.id = m.user_id
     where m.user_id = ${userId} and ${handlesAsMember}`.execute(db)
  return rows[0]?.name
}

/** Selects the ids of the members who may handle tickets, except one. */
export const handlersExcept = (userId: string | null): RawBuilder<{ user_id: string }> =>
  sql`select m.user_id from memberships m where ${handlesAsMember} and m.user_id is distinct from ${userId}::uuid`
