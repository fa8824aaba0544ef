import { type RawBuilder, sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import { isAddressee } from '#features/messaging/notifications/server/queries.ts'
import type { listMessages, listReaders, MessageRefusal, MessageTarget } from '../contract.ts'
import type { DueMessage } from './rules.ts'

export type MessageRow = {
  id: string
  title: Texts
  author: string
  target: MessageTarget
  named: string[]
  login_notice: boolean
  starts_at: Date
  ends_at: Date | null
  created_at: Date
  published_at: Date | null
  refusal: MessageRefusal | null
  receipts: number
  readers: number
  is_own: boolean
}

/** A condition on written notifications: the session may see them. A plain user sees their own. */
const isVisible = sql<boolean>`n.tenant_id = (select app.tenant_id()) and n.author_name is not null
  and (app.profile() <> 'user' or n.author_id = (select app.user_id()))`

const row = sql`n.id, n.title, n.author_name as author, n.addressees->>'target' as target, n.login_notice, n.starts_at, n.ends_at,
  n.created_at, n.published_at, n.refusal, n.author_id = (select app.user_id()) as is_own,
  array(select g.name from user_groups g where g.tenant_id = n.tenant_id and g.id = any(
          array(select jsonb_array_elements_text(n.addressees->'groups')::uuid)) order by app.plain(g.name) limit 3)
  || array(select u.name from users u where u.id = any(
          array(select jsonb_array_elements_text(n.addressees->'people')::uuid)) order by app.plain(u.name) limit 3) as named,
  (select count(*)::int from notification_receipts r where r.tenant_id = n.tenant_id and r.notification_id = n.id) as receipts,
  (select count(r.read_at)::int from notification_receipts r where r.tenant_id = n.tenant_id and r.notification_id = n.id) as readers`

export function pageQuery(options: InputOf<typeof listMessages>) {
  const direction = sql.raw(options.order)
  const matches = sql`from notifications n where ${isVisible} and ${contains(sql`n.words`, options.search)}`
  return sql<MessageRow & { total: number }>`(
    select ${row}, n.total from (
      select n.*, ${totalOf(sql`select ${matches}`)} as total ${matches}
       order by n.created_at ${direction}, n.id ${direction} limit ${options.size} offset ${offsetOf(options)}) n)`
}

export const findQuery = (id: string) =>
  sql<MessageRow & { body: Texts }>`(select ${row}, n.body from notifications n where ${isVisible} and n.id = ${id})`

const readerOrder = { name: sql`app.plain(u.name)`, read_at: sql`r.read_at` }

export function readersQuery(options: InputOf<typeof listReaders>) {
  const { state, search, order, sort, message_id } = options
  const filters: RawBuilder<unknown>[] = [isVisible, sql`n.id = ${message_id}`]
  if (state) filters.push(state === 'unread' ? sql`r.read_at is null` : sql`r.read_at is not null`)
  if (search) filters.push(contains(sql`u.name || ' ' || u.email`, search))
  const direction = sql.raw(order)
  const matches = sql`
      from notifications n
      join notification_receipts r on r.tenant_id = n.tenant_id and r.notification_id = n.id
      join users u on u.id = r.user_id
     where ${sql.join(filters, sql` and `)}`
  return sql<{ id: string; name: string; email: string; read_at: Date | null; deleted: boolean; total: number }>`(
    select u.id, u.name, u.email, r.read_at, r.deleted_at is not null as deleted, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by ${readerOrder[sort]} ${direction} nulls last, u.id limit ${options.size} offset ${offsetOf(options)})`
}

const selectSize = 20

/** A condition on groups: the session may write to them. A plain user may write to the groups that they belong to. */
const writable = sql<boolean>`(app.profile() <> 'user' or exists (
  select from user_group_members o where o.tenant_id = g.tenant_id and o.group_id = g.id and o.user_id = (select app.user_id())))`

export const groupsQuery = (search: string) =>
  sql<{ value: string; label: string; members: number }>`(
    select g.id as value, g.name as label,
           (select count(*)::int from user_group_members m where m.tenant_id = g.tenant_id and m.group_id = g.id) as members
      from user_groups g where g.tenant_id = (select app.tenant_id()) and ${writable} and ${contains(sql`g.name`, search)}
     order by app.plain(g.name) limit ${selectSize})`

export const peopleQuery = (search: string) =>
  sql<{ value: string; label: string; email: string }>`(
    select u.id as value, u.name as label, u.email from memberships m join users u on u.id = m.user_id
     where m.tenant_id = (select app.tenant_id()) and m.state in ('A', 'T') and app.profile() <> 'user'
       and ${contains(sql`u.name || ' ' || u.email`, search)}
     order by app.plain(u.name), u.id limit ${selectSize})`

/** Counts whom a message would reach now. */
export async function countReached(db: Database, addressees: NewMessage['addressees']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from memberships m, (select ${JSON.stringify(addressees)}::jsonb as addressees) n
     where m.tenant_id = (select app.tenant_id()) and ${isAddressee}`.execute(db)
  return rows[0]?.count ?? 0
}

type Known = { today: string; groups: number; own_groups: number; people: number }

/** Reads the present day in the business unit, and how many of the groups and people exist in it. */
export async function know(db: Database, groups: readonly string[], people: readonly string[]): Promise<Known> {
  const { rows } = await sql<Known>`
    select ((now() at time zone s.timezone)::date)::text as today,
           (select count(*)::int from user_groups g where g.tenant_id = s.tenant_id and g.id = any(${[...groups]}::uuid[])) as groups,
           (select count(*)::int from user_groups g where g.tenant_id = s.tenant_id and g.id = any(${[...groups]}::uuid[]) and ${writable}) as own_groups,
           (select count(*)::int from memberships m where m.tenant_id = s.tenant_id and m.user_id = any(${[...people]}::uuid[])) as people
      from settings s where s.tenant_id = (select app.tenant_id())`.execute(db)
  const [row] = rows
  if (!row) throw new Error('every business unit has settings')
  return row
}

export type NewMessage = {
  tenantId: string
  title: Texts
  body: Texts
  searchText: string
  login_notice: boolean
  starts_on: string | null
  ends_on: string | null
  author: { id: string; name: string }
  addressees: { target: MessageTarget; groups: string[]; people: string[] }
}

/** Stores a message without receipts. Days begin and end in the time zone of the business unit. */
export async function add(
  db: Database,
  message: NewMessage,
): Promise<{ id: string; starts_at: Date; is_due: boolean }> {
  const { tenantId, title, body, searchText, login_notice, starts_on, ends_on, author, addressees } = message
  const { rows } = await sql<{ id: string; starts_at: Date; is_due: boolean }>`
    insert into notifications (tenant_id, type, title, body, words, login_notice, starts_at, ends_at, author_id, author_name, addressees)
    select ${tenantId}::uuid, 'message', ${JSON.stringify(title)}::jsonb, ${JSON.stringify(body)}::jsonb, ${searchText}, ${login_notice},
           greatest(now(), ${starts_on}::date::timestamp at time zone s.timezone),
           (${ends_on}::date + 1)::timestamp at time zone s.timezone, ${author.id}::uuid, ${author.name},
           ${JSON.stringify(addressees)}::jsonb
      from settings s where s.tenant_id = ${tenantId}::uuid
    returning id, starts_at, starts_at <= now() as is_due`.execute(db)
  const [row] = rows
  if (!row) throw new Error('every business unit has settings')
  return row
}

/**
 * Finds and locks a message whose first day has come, with the present rights of its author. Undefined: it was sent, refused or withdrawn.
 */
export async function findDue(
  db: Database,
  id: string,
): Promise<(DueMessage & { title: Texts; author_id: string }) | undefined> {
  const { rows } = await sql<DueMessage & { title: Texts; author_id: string }>`
    select n.title, n.author_id, n.addressees->>'target' as target, jsonb_array_length(n.addressees->'people') as people,
           (select to_jsonb(a) from app.author_standing(n.author_id) a) as author,
           (select count(*)::int from jsonb_array_elements_text(n.addressees->'groups') chosen(group_id) where not exists (
              select from user_group_members m where m.tenant_id = n.tenant_id and m.user_id = n.author_id
                 and m.group_id = chosen.group_id::uuid)) as foreign_groups
      from notifications n
     where n.tenant_id = (select app.tenant_id()) and n.id = ${id}::uuid and n.author_name is not null
       and n.published_at is null and n.refusal is null and n.starts_at <= now()
       for update of n`.execute(db)
  return rows[0]
}

/**
 * Counts receipts for an author. Returns null, or the instant from which the limit of an hour allows them; then nothing is counted. The first
 * use in an hour is always allowed. A lock serializes the uses of one author, so that each counts those before it.
 */
export async function useReceipts(
  db: Database,
  use: { tenantId: string; authorId: string; receipts: number; anHour: number },
): Promise<Date | null> {
  const { tenantId, authorId, receipts, anHour } = use
  const ofAuthor = sql`u.tenant_id = ${tenantId}::uuid and u.author_id = ${authorId}::uuid`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message_uses ${tenantId} ${authorId}`}, 0))`.execute(db)
  await sql`delete from message_uses u where ${ofAuthor} and u.used_at <= now() - interval '1 hour'`.execute(db)
  // After a use has ended, the newer ones are left: `newer` is the sum of their receipts.
  const { rows } = await sql<{ is_spent: boolean; free_at: Date | null }>`
    select coalesce(sum(receipts), 0) > 0 and coalesce(sum(receipts), 0) + ${receipts}::int > ${anHour}::int as is_spent,
           min(ends_at) filter (where newer = 0 or newer + ${receipts}::int <= ${anHour}::int) as free_at
      from (select u.receipts, u.used_at + interval '1 hour' as ends_at,
                   sum(u.receipts) over (order by u.used_at desc, u.id desc) - u.receipts as newer
              from message_uses u where ${ofAuthor}) uses`.execute(db)
  if (rows[0]?.is_spent) return rows[0].free_at
  await sql`insert into message_uses (tenant_id, author_id, receipts) values (${tenantId}::uuid, ${authorId}::uuid, ${receipts})`.execute(
    db,
  )
  return null
}

export async function refuse(db: Database, id: string, refusal: MessageRefusal): Promise<void> {
  await sql`update notifications set refusal = ${refusal} where tenant_id = (select app.tenant_id()) and id = ${id}::uuid`.execute(
    db,
  )
}

/** Removes a message with its receipts. Answers its texts; undefined when the session does not see it. */
export async function remove(db: Database, id: string): Promise<{ title: Texts; body: Texts } | undefined> {
  const { rows } = await sql<{ title: Texts; body: Texts }>`
    delete from notifications n where ${isVisible} and n.id = ${id} returning n.title, n.body`.execute(db)
  return rows[0]
}
