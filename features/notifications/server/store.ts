import { type RawBuilder, sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
import { mostUnreadShown } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import { type Facts, type listNotifications, type NotificationType, notificationTypes } from '../contract.ts'

/**
 * The receipts that the person of the session has: not deleted, and not past their end. The settings are read by sub-selects: PostgreSQL
 * plans a statement before its session is open, and would take the unset tenant of a bare call for the value to expect.
 */
const mine = sql<boolean>`r.tenant_id = (select app.tenant_id()) and r.user_id = (select app.user_id()) and r.deleted_at is null
  and (r.ends_at is null or r.ends_at > now())`

export type NotificationRow = {
  id: string
  type: string
  facts: Facts
  title: Texts | null
  author: string | null
  path: string | null
  at: Date
  read: boolean
}

const row = sql`n.id, n.type, n.facts, n.title, n.author_name as author, n.path, r.at, r.read_at is not null as read`
const joined = sql`notification_receipts r join notifications n on n.tenant_id = r.tenant_id and n.id = r.notification_id`

export function pageQuery(options: InputOf<typeof listNotifications>) {
  const { state, from, search, order } = options
  const filters: RawBuilder<unknown>[] = [mine]
  if (state) filters.push(state === 'unread' ? sql`r.read_at is null` : sql`r.read_at is not null`)
  if (from) filters.push(from === 'message' ? sql`n.type = 'message'` : sql`n.type <> 'message'`)
  if (search) filters.push(contains(sql`n.words`, search))
  const way = sql.raw(order)
  const matches = sql`${joined} where ${sql.join(filters, sql` and `)}`
  return sql<NotificationRow & { total: number }>`(
    select ${row}, ${totalOf(sql`select from ${matches}`)} as total from ${matches}
     order by r.at ${way}, n.id ${way} limit ${options.size} offset ${offsetOf(options)})`
}

export type NotificationRecord = NotificationRow & { body: Texts | null; login_notice: boolean }

export const findQuery = (id: string) =>
  sql<NotificationRecord>`(select ${row}, n.body, n.login_notice from ${joined} where ${mine} and n.id = ${id})`

const mostNotices = 10

export const noticesQuery = () =>
  sql<NotificationRecord>`(select ${row}, n.body, n.login_notice from ${joined}
    where ${mine} and n.login_notice and r.read_at is null order by r.at, n.id limit ${mostNotices})`

/** Reads at most 100 entries of the index, so that the count of a person with 10,000 costs no more. */
export const unreadQuery = () =>
  sql<{ unread: number }>`(select count(*)::int as unread from (
    select from notification_receipts r where ${mine} and r.read_at is null limit ${mostUnreadShown}) found)`

/** Answers whether anything changed. Null: all. */
export async function mark(db: Database, ids: string[] | null, read: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notification_receipts r set read_at = ${read ? sql`now()` : sql`null`}
     where ${mine} and (r.read_at is null) = ${read} and ${chosen(ids)}`.execute(db)
  return numAffectedRows > 0n
}

/** Null: all that are read. */
export async function remove(db: Database, ids: string[] | null): Promise<boolean> {
  const which = ids === null ? sql`r.read_at is not null` : chosen(ids)
  const { numAffectedRows = 0n } = await sql`
    update notification_receipts r set deleted_at = now() where ${mine} and ${which}`.execute(db)
  return numAffectedRows > 0n
}

const chosen = (ids: string[] | null) => (ids === null ? sql`true` : sql`r.notification_id = any(${ids}::uuid[])`)

export const choicesQuery = () =>
  sql<{ mails: boolean; sent: boolean }>`(select
    coalesce((select c.mails from notification_choices c where c.tenant_id = (select app.tenant_id()) and c.user_id = (select app.user_id())), true) as mails,
    coalesce((select s.send_notification_mails from settings s where s.tenant_id = (select app.tenant_id())), false) as sent)`

export async function chooseMails(
  db: Database,
  { tenantId, userId }: { tenantId: string; userId: string },
  mails: boolean,
) {
  await db
    .insertInto('notification_choices')
    .values({ tenant_id: tenantId, user_id: userId, mails })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ mails }))
    .execute()
}

/** Addressees of one business unit. Only active people and test users get a notification. */
export type People =
  | { everybody: true }
  | { profile: 'admin' | 'user' }
  | { groups?: readonly string[]; people?: readonly string[] }

export type NewNotification = {
  tenantId: string
  type: NotificationType
  cause: string | null
  facts: object
  path: string | null
  words: string
}

/** A condition on `memberships m`: the chosen people who may sign in. */
const chosenPeople = (people: People): RawBuilder<boolean> => {
  if ('everybody' in people) return sql`true`
  if ('profile' in people) return sql`m.profile = ${people.profile}`
  const { groups = [], people: ids = [] } = people
  return sql`(m.user_id = any(${[...ids]}::uuid[]) or exists (
    select from user_group_members g
     where g.tenant_id = m.tenant_id and g.user_id = m.user_id and g.group_id = any(${[...groups]}::uuid[])))`
}

export type Told = { id: string; receipts: number; userIds: string[]; mailsDue: boolean }

/** Longer lists of people are not needed: the live event then means everybody in the business unit. */
const mostNamed = 150

const counted = sql`select count(*)::int as receipts, coalesce(bool_or(mail_due), false) as "mailsDue",
  case when count(*) > ${mostNamed} then '{}' else coalesce(array_agg(user_id::text), '{}') end as "userIds" from told`

/** For a person `m`: the business unit sends copies by e-mail, and the person wants them or cannot refuse them. */
const mailIsDue = (isMandatory: boolean) => sql<boolean>`(
  coalesce((select s.send_notification_mails from settings s where s.tenant_id = m.tenant_id), false)
  and (${isMandatory} or coalesce((select c.mails from notification_choices c where c.tenant_id = m.tenant_id and c.user_id = m.user_id), true)))`

/**
 * Stores a notification with the receipts of its addressees, in one statement without work for each person. Undefined: the cause was told
 * before.
 */
export async function tell(
  db: Database,
  { tenantId, type, cause, facts, path, words }: NewNotification,
  people: People,
): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    with made as (
      insert into notifications (tenant_id, type, cause, facts, path, words, published_at)
      values (${tenantId}::uuid, ${type}, ${cause}, ${JSON.stringify(facts)}::jsonb, ${path}, ${words}, now())
      on conflict on constraint notifications_cause_key do nothing
      returning tenant_id, id),
    told as (
      insert into notification_receipts (tenant_id, notification_id, user_id, mail_due)
      select m.tenant_id, n.id, m.user_id, ${mailIsDue(notificationTypes[type].mandatory)}
        from made n join memberships m on m.tenant_id = n.tenant_id
       where m.state in ('A', 'T') and ${chosenPeople(people)}
      returning user_id, mail_due)
    select n.id, t.* from made n, lateral (${counted}) t`.execute(db)
  return rows[0]
}

/** Writes the receipts of a written notification, once. Undefined: it is published already, withdrawn, or past its end. */
export async function publish(db: Database, tenantId: string, id: string): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    with due as (
      update notifications n set published_at = now()
       where n.tenant_id = ${tenantId}::uuid and n.id = ${id}::uuid and n.published_at is null
         and n.starts_at <= now() and (n.ends_at is null or n.ends_at > now())
      returning n.tenant_id, n.id, n.ends_at, n.type, n.addressees),
    told as (
      insert into notification_receipts (tenant_id, notification_id, user_id, ends_at, mail_due)
      select m.tenant_id, n.id, m.user_id, n.ends_at, ${mailIsDue(false)}
        from due n join memberships m on m.tenant_id = n.tenant_id
       where m.state in ('A', 'T') and (
         n.addressees->>'target' = 'everybody' or n.addressees->>'target' = m.profile
         or n.addressees->>'target' = 'chosen' and (
           n.addressees->'people' ? m.user_id::text or exists (
             select from user_group_members g
              where g.tenant_id = m.tenant_id and g.user_id = m.user_id and n.addressees->'groups' ? g.group_id::text)))
      returning user_id, mail_due)
    select n.id, t.* from due n, lateral (${counted}) t`.execute(db)
  return rows[0]
}

/** Erases old notifications, and the pictures of their texts. */
export async function forgetOld(db: Database, days: number): Promise<void> {
  await sql`with gone as (
      delete from notifications where created_at < now() - make_interval(days => ${days}) returning body)
    delete from files f using gone, lateral regexp_matches(gone.body::text, 'private/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.]webp', 'g') m
     where f.path = m[1]`.execute(db)
}

export type Copy = {
  user_id: string
  email: string
  name: string
  language: string
  type: string
  facts: Facts
  path: string | null
  title: Texts | null
  body: Texts | null
  author: string | null
}

/** Takes the next receipts whose copy by e-mail is due. A person who became inactive meanwhile gets none. */
export async function takeCopies(db: Database, tenantId: string, id: string, most: number): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    with taken as (
      update notification_receipts r set mail_due = false
       where r.tenant_id = ${tenantId}::uuid and r.notification_id = ${id}::uuid and r.user_id in (
         select d.user_id from notification_receipts d
          where d.tenant_id = ${tenantId}::uuid and d.notification_id = ${id}::uuid and d.mail_due limit ${most})
      returning r.user_id)
    select u.id as user_id, u.email, u.name, u.language, n.type, n.facts, n.path, n.title, n.body,
           n.author_name as author
      from taken t join users u on u.id = t.user_id
      join memberships m on m.tenant_id = ${tenantId}::uuid and m.user_id = u.id and m.state in ('A', 'T')
      join notifications n on n.tenant_id = ${tenantId}::uuid and n.id = ${id}::uuid`.execute(db)
  return rows
}

/** The business unit of a mail: its partner and its host. */
export const unitOf = (db: Database, tenantId: string) =>
  db
    .selectFrom('tenants')
    .select(['partner_id', 'subdomain', 'domain'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

/** False: the person is not a member any more. */
export async function endMails(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found) return false
  await chooseMails(db, { tenantId, userId }, false)
  return true
}
