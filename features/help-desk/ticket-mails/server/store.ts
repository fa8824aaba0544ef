import { type RawBuilder, sql } from 'kysely'
import { ticketMails as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { listTicketMails, TicketMailReason, TicketMailState } from '../contract.ts'

/** The tables with codes: of the members of a business unit, and of the staff outside of it who have a ticket that was handed up. */
const codeTables = {
  member: {
    table: 'ticket_reply_codes',
    holders: sql`join memberships h on h.tenant_id = t.tenant_id and h.user_id = p.user_id`,
  },
  staff: {
    table: 'ticket_staff_reply_codes',
    holders: sql`join users h on h.id = p.user_id and h.staff is not null and t.level <> 'unit'`,
  },
} as const

/** Adds a code for each of the people who has none for this ticket. Answers all of them. `staff`: for platform-wide work only. */
export async function codesOf(
  db: Database,
  kind: keyof typeof codeTables,
  ticketId: string,
  people: readonly { userId: string; code: string }[],
): Promise<Map<string, string>> {
  const { holders, table: name } = codeTables[kind]
  const table = sql.table(name)
  const ids = people.map(({ userId }) => userId)
  await sql`
    insert into ${table} (tenant_id, ticket_id, user_id, code)
    select t.tenant_id, t.id, p.user_id, p.code
      from tickets t cross join unnest(${ids}::uuid[], ${people.map(({ code }) => code)}::text[]) as p (user_id, code)
      ${holders}
     where t.id = ${ticketId}::uuid
    on conflict (tenant_id, ticket_id, user_id) do nothing`.execute(db)
  const { rows } = await sql<{ user_id: string; code: string }>`
    select user_id, code from ${table} where ticket_id = ${ticketId}::uuid and user_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ user_id, code }) => [user_id, code]))
}

export type Addressee = {
  tenant_id: string
  ticket_id: string
  user_id: string
  email: string
  /** The person is of the staff outside of the business unit. */
  is_staff: boolean
}

/** Finds tickets and addressees by codes, across all business units. */
export async function findAddressees(db: Database, codes: readonly string[]): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select c.tenant_id, c.ticket_id, c.user_id, u.email, c.is_staff
      from (select tenant_id, ticket_id, user_id, code, false as is_staff from ticket_reply_codes where code = any(${[...codes]})
            union all
            select tenant_id, ticket_id, user_id, code, true from ticket_staff_reply_codes where code = any(${[...codes]})) c
      join users u on u.id = c.user_id and (not c.is_staff or u.staff is not null)
      join tenants n on n.id = c.tenant_id
     where n.removing_since is null and n.erase_at is null
     order by c.code`.execute(db)
  return rows
}

export type UsedBudget = { anHour: number; personBytes: number; unitBytes: number }

/** Counts the mails of a person for a ticket in the last hour, and the bytes of person and business unit in a day. Serialized for each unit. */
export async function usedBudget(
  db: Database,
  tenantId: string,
  { ticketId, userId }: { ticketId: string; userId: string },
): Promise<UsedBudget> {
  await hold(db, `mails of tickets ${tenantId}`)
  const { rows } = await sql<UsedBudget>`
    select (select count(*)::int from ticket_mails m
             where (m.user_id = ${userId} or m.staff_id = ${userId}) and m.ticket_id = ${ticketId}
               and m.received_at > now() - interval '1 hour') as "anHour",
           coalesce(sum(m.bytes) filter (where m.user_id = ${userId} or m.staff_id = ${userId}), 0)::float8 as "personBytes",
           coalesce(sum(m.bytes), 0)::float8 as "unitBytes"
      from ticket_mails m where m.received_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { anHour: 0, personBytes: 0, unitBytes: 0 }
}

type NewMail = {
  ticket_id: string
  user_id: string | null
  staff_id: string | null
  message_key: string
  way: 'address' | 'reference' | 'marker'
  has_null_sender: boolean
  sender: string
  subject: string
  path: string
  bytes: number
}

export async function isStored(db: Database, ticketId: string, messageKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('ticket_mails')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('message_key', '=', messageKey)
    .executeTakeFirst()
  return found !== undefined
}

/** Undefined: the mail is stored already. */
export async function add(db: Database, mail: NewMail): Promise<string | undefined> {
  const added = await db
    .insertInto('ticket_mails')
    .values(mail)
    .onConflict((conflict) => conflict.constraint('ticket_mails_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

export type StoredMail = {
  id: string
  tenant_id: string
  ticket_id: string
  /** The ticket that takes the answer: the one into which the ticket was merged. */
  main_id: string
  /** The addressee, a member; null: one of the staff. */
  user_id: string | null
  staff_id: string | null
  /** Null: the business unit does not see the staff. */
  email: string | null
  subject: string
  state: TicketMailState
  path: string | null
  has_null_sender: boolean
  sender: string
  /** Who accepted it, and answers with it; null: nobody, so that the addressee answers. */
  accepted_by: string | null
  /** The addressee opened the ticket, or watches it. */
  asks: boolean
}

/** Finds and locks a mail. */
export async function findForUpdate(db: Database, id: string): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    select m.id, m.tenant_id, m.ticket_id, coalesce(t.merged_into, t.id) as main_id, m.user_id, m.staff_id, u.email, m.subject, m.state, m.path,
           m.has_null_sender, m.sender, m.accepted_by,
           coalesce(t.user_id = m.user_id, false)
             or exists (select from tickets o where o.id = coalesce(t.merged_into, t.id) and o.user_id = m.user_id)
             or exists (select from ticket_watchers w where w.ticket_id = coalesce(t.merged_into, t.id) and w.user_id = m.user_id) as asks
      from ticket_mails m join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id left join users u on u.id = coalesce(m.user_id, m.staff_id)
     where m.id = ${id} for update of m`.execute(db)
  return rows[0]
}

type Settled = {
  state: TicketMailState
  reason?: TicketMailReason
  followUpId?: string
  /** Absent: unchanged. */
  acceptedBy?: string | null
}

export async function settle(
  db: Database,
  id: string,
  { state, reason, followUpId, acceptedBy }: Settled,
): Promise<void> {
  await db
    .updateTable('ticket_mails')
    .set({ state, reason: reason ?? null, changed_at: sql<Date>`now()` })
    .set({
      ...(followUpId && { follow_up_id: followUpId }),
      ...(acceptedBy !== undefined && { accepted_by: acceptedBy }),
    })
    .where('id', '=', id)
    .execute()
}

/** What the transaction is refused, or the facts of the session as which it goes on. Undefined: there is no such member. */
export async function actAs(
  db: Database,
  userId: string,
  isAccepted: boolean,
): Promise<{ refusal: string | null; session: string | null } | undefined> {
  const { rows } = await sql<{ refusal: string | null; session: string | null }>`
    select refusal, session from app.act_as_member(${userId}::uuid, ${isAccepted})`.execute(db)
  return rows[0]
}

/** The same for one of the staff outside of business units. For work across tenants only. */
export async function actAsStaff(
  db: Database,
  userId: string,
): Promise<{ refusal: string | null; session: string | null } | undefined> {
  const { rows } = await sql<{ refusal: string | null; session: string | null }>`
    select refusal, session from app.act_as_staff(${userId}::uuid)`.execute(db)
  return rows[0]
}

/** Gives up mails that no job completed: each attempt ended with its process. */
export async function giveUpLost(db: Database): Promise<void> {
  await db
    .updateTable('ticket_mails')
    .set({ state: 'dead', reason: 'failed', changed_at: sql<Date>`now()` })
    .where('state', '=', 'received')
    .where('changed_at', '<', sql<Date>`now() - interval '6 hours'`)
    .where(isOpen('ticket_mails.tenant_id'))
    .execute()
}

export async function forgetOld(db: Database, days: number): Promise<void> {
  await db
    .deleteFrom('ticket_mails')
    .where('received_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

export type MailRow = {
  id: string
  subject: string
  sender: string
  person: { id: string; name: string } | null
  ticket: { id: string; number: number; name: string }
  state: TicketMailState
  reason: TicketMailReason | null
  received_at: Date
}

const row = sql`m.id, m.subject, m.sender, m.state, m.reason, m.received_at,
  (select json_build_object('id', p.id, 'name', p.name) from users p where p.id = m.user_id) as person,
  (select json_build_object('id', t.id, 'number', t.number, 'name', t.name) from tickets t where t.id = m.ticket_id) as ticket`

const sorts: Record<InputOf<typeof listTicketMails>['sort'], RawBuilder<unknown>> = {
  received_at: sql`m.received_at`,
  sender: sql`m.sender`,
  subject: sql`app.plain(m.subject)`,
  state: sql`m.state`,
}

/** A condition on a mail: the session handles tickets. */
const handles = sql<boolean>`(select app.handles_tickets())`

export function listQuery(options: InputOf<typeof listTicketMails>): SessionQuery<MailRow & { total: number }> {
  const { search, state } = options
  const matches = sql`from ticket_mails m where ${handles} and ${state ? sql`m.state = ${state}` : sql`true`}
    and ${search ? contains(sql`m.subject || ' ' || m.sender`, search) : sql`true`}`
  return sql`(
    select ${row}, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by ${sorts[options.sort]} ${sql.raw(options.order)}, m.id ${sql.raw(options.order)}
     limit ${options.size} offset ${offsetOf(options)})`
}

export const findQuery = (id: string): SessionQuery<MailRow & { path: string | null }> => sql`(
  select ${row}, m.path from ticket_mails m where m.id = ${id} and ${handles})`

export const countQuery = (): SessionQuery<{ undecided: number }> => sql`(
  select count(*)::int as undecided from ticket_mails m where m.state in ('review', 'dead') and ${handles})`

export type Lease = { box: string; lease: string }
export type BoxPlace = {
  uid_validity: string | null
  last_uid: number
  /** How often the reading failed at the mail `failed_uid`. */
  failures: number
  failed_uid_validity: string | null
  failed_uid: number | null
}

/** One process reads a mailbox at a time, until its lease ends. Null: another one reads it. */
export async function leaseBox(db: Database, { box, lease }: Lease, milliseconds: number): Promise<BoxPlace | null> {
  await sql`insert into mail_box_reads (box) values (${box}) on conflict do nothing`.execute(db)
  const { rows } = await sql<BoxPlace>`
    update mail_box_reads set lease = ${lease}, leased_until = now() + make_interval(secs => ${milliseconds / 1_000})
     where box = ${box} and (leased_until is null or leased_until < now())
    returning uid_validity, last_uid::float8 as last_uid, failures, failed_uid_validity, failed_uid::float8 as failed_uid`.execute(
    db,
  )
  return rows[0] ?? null
}

export type BoxUid = { uidValidity: string; uid: number }

/** Notes how far the mailbox was read. False: the lease has ended, and another process reads the mailbox. */
export async function noteRead(db: Database, { box, lease }: Lease, { uidValidity, uid }: BoxUid): Promise<boolean> {
  const found = await sql`
    update mail_box_reads set uid_validity = ${uidValidity}, last_uid = ${uid}, failures = 0, failed_uid_validity = null, failed_uid = null
     where box = ${box} and lease = ${lease}`.execute(db)
  return found.numAffectedRows === 1n
}

export async function noteFailure(db: Database, { box, lease }: Lease, { uidValidity, uid }: BoxUid): Promise<void> {
  await sql`
    update mail_box_reads
       set failures = case when failed_uid_validity = ${uidValidity} and failed_uid = ${uid} then failures else 0 end + 1,
           failed_uid_validity = ${uidValidity}, failed_uid = ${uid}
     where box = ${box} and lease = ${lease}`.execute(db)
}

/**
 * Sets a mail aside for another attempt. `unitId`: the business unit over whose limit it is; null: the reading failed. False: too many wait
 * already, of all units or of this one.
 */
export async function setAside(
  db: Database,
  { box, lease }: Lease,
  { uidValidity, uid }: BoxUid,
  unitId: string | null,
): Promise<boolean> {
  const found = await sql`
    insert into mail_box_set_aside (box, uid_validity, uid, next_at, unit_id)
    select r.box, ${uidValidity}, ${uid}, now() + make_interval(mins => ${limits.setAsideMinutes}), ${unitId}
      from mail_box_reads r,
           lateral (select count(*) as "all", count(*) filter (where s.unit_id = ${unitId}) as of_unit
                      from mail_box_set_aside s where s.box = r.box) waiting
     where r.box = ${box} and r.lease = ${lease}
       and waiting."all" < ${limits.setAside} and waiting.of_unit < ${limits.setAsideOfUnit}
    on conflict do nothing`.execute(db)
  return found.numAffectedRows === 1n
}

/** Forgets mails with another UIDVALIDITY that were set aside: the mailbox is read again from its first mail. */
export async function forgetSetAside(db: Database, { box }: Lease, uidValidity: string): Promise<void> {
  await sql`delete from mail_box_set_aside where box = ${box} and uid_validity <> ${uidValidity}`.execute(db)
}

/**
 * Takes the mail that was set aside and is due first, and plans its next attempt. Only one, so that a fault that ends the process is an
 * attempt of this mail and of no other one.
 */
export async function takeSetAside(
  db: Database,
  { box, lease }: Lease,
  uidValidity: string,
): Promise<{ uid: number; attempts: number } | undefined> {
  const { rows } = await sql<{ uid: number; attempts: number }>`
    update mail_box_set_aside s
       set attempts = s.attempts + 1, next_at = now() + make_interval(mins => ${limits.setAsideMinutes})
     where (s.box, s.uid_validity, s.uid) in (
             select d.box, d.uid_validity, d.uid from mail_box_set_aside d join mail_box_reads r on r.box = d.box
              where d.box = ${box} and d.uid_validity = ${uidValidity} and r.lease = ${lease} and d.next_at <= now()
              order by d.next_at, d.uid limit 1)
    returning s.uid::float8 as uid, s.attempts`.execute(db)
  return rows[0]
}

export async function endSetAside(db: Database, { box }: Lease, { uidValidity, uid }: BoxUid): Promise<void> {
  await sql`delete from mail_box_set_aside where box = ${box} and uid_validity = ${uidValidity} and uid = ${uid}`.execute(
    db,
  )
}

export async function endLease(db: Database, { box, lease }: Lease): Promise<void> {
  await sql`update mail_box_reads set leased_until = null, lease = null where box = ${box} and lease = ${lease}`.execute(
    db,
  )
}

/** The file of the original; undefined: there is no such mail, or its original is not kept any more. */
export async function findPath(db: Database, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('ticket_mails')
    .select('path')
    .where('id', '=', id)
    .where(handles)
    .executeTakeFirst()
  return found?.path ?? undefined
}
