import { type RawBuilder, sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
import { maxUnreadShown } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import { type Facts, type listNotifications, type NotificationType, notificationTypes } from '../contract.ts'

/**
 * A condition on receipts: they are those of the session's person, not deleted and not past their end. The settings are read by
 * sub-selects, because PostgreSQL plans a statement before its session is open, and would expect the tenant to be unset.
 */
const isOwnReceipt = sql<boolean>`r.tenant_id = (select app.tenant_id()) and r.user_id = (select app.user_id()) and r.deleted_at is null
  and (r.ends_at is null or r.ends_at > now())`

/**
 * A condition on staff notifications: they are those of the session's person, outside of business units. A session has either receipts or
 * staff notifications, because it is in one business unit or in none.
 */
const isOwnStaffRow = sql<boolean>`r.user_id = (select app.user_id()) and (select app.tenant_id()) is null and r.deleted_at is null`

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

const staffRow = sql`r.id, r.type, r.facts, null::jsonb as title, null as author, r.path, r.at, r.read_at is not null as read`

export function pageQuery(options: InputOf<typeof listNotifications>) {
  const { state, from, search, order } = options
  const filtersOf = (own: RawBuilder<unknown>, type: RawBuilder<unknown>, searchText: RawBuilder<unknown>) =>
    sql.join(
      [
        own,
        ...(state ? [state === 'unread' ? sql`r.read_at is null` : sql`r.read_at is not null`] : []),
        ...(from ? [from === 'message' ? sql`${type} = 'message'` : sql`${type} <> 'message'`] : []),
        ...(search ? [contains(searchText, search)] : []),
      ],
      sql` and `,
    )
  const direction = sql.raw(order)
  const page = sql`limit ${options.size} offset ${offsetOf(options)}`
  const matches = sql`${joined} where ${filtersOf(isOwnReceipt, sql`n.type`, sql`n.words`)}`
  const staffMatches = sql`staff_notifications r where ${filtersOf(isOwnStaffRow, sql`r.type`, sql`r.words`)}`
  return sql<NotificationRow & { total: number }>`(
    select * from (
      (select ${row}, ${totalOf(sql`select from ${matches}`)} as total from ${matches}
        order by r.at ${direction}, n.id ${direction} ${page})
      union all
      (select ${staffRow}, ${totalOf(sql`select from ${staffMatches}`)} as total from ${staffMatches}
        order by r.at ${direction}, r.id ${direction} ${page})) found
     order by at ${direction}, id ${direction})`
}

export type NotificationRecord = NotificationRow & { body: Texts | null; login_notice: boolean }

export const findQuery = (id: string) =>
  sql<NotificationRecord>`(
    select ${row}, n.body, n.login_notice from ${joined} where ${isOwnReceipt} and n.id = ${id}
    union all
    select ${staffRow}, null::jsonb, false from staff_notifications r where ${isOwnStaffRow} and r.id = ${id})`

const maxNotices = 10

export const noticesQuery = () =>
  sql<NotificationRecord>`(select ${row}, n.body, n.login_notice from ${joined}
    where ${isOwnReceipt} and n.login_notice and r.read_at is null order by r.at, n.id limit ${maxNotices})`

/** Reads at most 100 entries of the index, so that the count of a person with 10,000 costs no more. */
export const unreadQuery = () =>
  sql<{ unread: number }>`(select count(*)::int as unread from (
    select from notification_receipts r where ${isOwnReceipt} and r.read_at is null
    union all
    select from staff_notifications r where ${isOwnStaffRow} and r.read_at is null
    limit ${maxUnreadShown}) found)`

/** The table of the session's notifications: receipts in a business unit, or staff notifications outside of business units. */
export type Inbox = 'unit' | 'staff'

const inboxes = {
  unit: { table: sql`notification_receipts r`, own: isOwnReceipt, id: sql`r.notification_id` },
  staff: { table: sql`staff_notifications r`, own: isOwnStaffRow, id: sql`r.id` },
}

const isSelected = (id: RawBuilder<unknown>, ids: string[] | null) =>
  ids === null ? sql`true` : sql`${id} = any(${ids}::uuid[])`

/** Marks notifications as read or unread; `ids` null: all. Answers whether anything changed. */
export async function mark(db: Database, inbox: Inbox, ids: string[] | null, isRead: boolean): Promise<boolean> {
  const { table, own, id } = inboxes[inbox]
  const { numAffectedRows = 0n } = await sql`
    update ${table} set read_at = ${isRead ? sql`now()` : sql`null`}
     where ${own} and (r.read_at is null) = ${isRead} and ${isSelected(id, ids)}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Marks the unread notifications that lead to a page as read. An alert stays unread: its text is not on the page of the report. The condition
 * on notifications is that of their index notifications_by_path.
 */
export function openedQuery(inbox: Inbox, path: string) {
  const { table, own, id } = inboxes[inbox]
  const leadsTo = sql`path = ${path} and type <> 'task_fired'`
  const isAbout =
    inbox === 'staff'
      ? leadsTo
      : sql`${id} in (select id from notifications where tenant_id = (select app.tenant_id()) and ${leadsTo})`
  return sql`update ${table} set read_at = now() where ${own} and r.read_at is null and ${isAbout}`
}

/** Answers whether anything changed. */
export async function markOpened(db: Database, inbox: Inbox, path: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await openedQuery(inbox, path).execute(db)
  return numAffectedRows > 0n
}

/** Deletes notifications; `ids` null: all that are read. Answers whether anything changed. */
export async function remove(db: Database, inbox: Inbox, ids: string[] | null): Promise<boolean> {
  const { table, own, id } = inboxes[inbox]
  const isRemoved = ids === null ? sql`r.read_at is not null` : isSelected(id, ids)
  const { numAffectedRows = 0n } = await sql`
    update ${table} set deleted_at = now() where ${own} and ${isRemoved}`.execute(db)
  return numAffectedRows > 0n
}

/** Conditions on the settings `s` of a business unit: it sends copies of notifications, or of notifications about tickets, by e-mail. */
const unitSends = {
  notifications: sql<boolean>`s.send_notification_mails`,
  tickets: sql<boolean>`s.help_desk and s.send_help_desk_mails`,
}

/**
 * Selects the person's choice about copies. In a business unit that sends copies, people get them until they refuse; staff outside of units
 * get none until they choose so.
 */
export const choicesQuery = () =>
  sql<{ mails: boolean; sent: boolean }>`(select
    (select app.tenant_id()) is null as sent,
    coalesce((select c.mails from staff_notification_choices c where c.user_id = (select app.user_id())), false) as mails
    where (select app.tenant_id()) is null
    union all select
    coalesce((select ${unitSends.notifications} or ${unitSends.tickets} from settings s where s.tenant_id = (select app.tenant_id())), false) as sent,
    coalesce((select c.mails from notification_choices c where c.tenant_id = (select app.tenant_id()) and c.user_id = (select app.user_id())), true) as mails
    where (select app.tenant_id()) is not null)`

/** Stores the choice of a person about copies. Returns false when they had chosen so before. */
export async function chooseMails(
  db: Database,
  { tenantId, userId }: { tenantId: string; userId: string },
  mails: boolean,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('notification_choices')
    .values({ tenant_id: tenantId, user_id: userId, mails })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ mails })
        .where('notification_choices.mails', '<>', mails),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Returns those of some members of the business unit who refuse copies by e-mail. */
export async function refusersAmong(db: Database, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select c.user_id from notification_choices c
     where c.tenant_id = (select app.tenant_id()) and c.user_id = any(${[...userIds]}::uuid[]) and not c.mails`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}

/** Stores the choice of a member of the staff about copies outside of business units. Returns false when they had chosen so before. */
export async function chooseStaffMails(db: Database, user_id: string, mails: boolean): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('staff_notification_choices')
    .values({ user_id, mails })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ mails }).where('staff_notification_choices.mails', '<>', mails),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The addressees of a notification in one business unit. Only active people and test users get it. `among`: a query of their ids. */
export type People =
  | { everybody: true }
  | { profile: 'admin' | 'user' }
  | { among: Query }
  | PeopleSelection
  | (PeopleSelection & { except: PeopleSelection })

export type Query = RawBuilder<{ user_id: string }>

type PeopleSelection = { groups?: readonly string[]; people?: readonly string[] }

export type NewNotification = {
  tenantId: string
  type: NotificationType
  cause: string | null
  facts: object
  path: string | null
  searchText: string
  attachment: Attachment | null
  subjectId: string | null
  oncePerDay: boolean
}

/** A stored file of the business unit, by its path in the storage. */
export type Attachment = { path: string; name: string; type: string }

/** A condition on `memberships m`: they are addressees. */
const isAddressed = (people: People): RawBuilder<boolean> => {
  if ('everybody' in people) return sql`true`
  if ('profile' in people) return sql`m.profile = ${people.profile}`
  if ('among' in people) return sql`m.user_id in (${people.among})`
  return 'except' in people ? sql`(${isAmong(people)} and not ${isAmong(people.except)})` : isAmong(people)
}

const isAmong = ({ groups = [], people = [] }: PeopleSelection): RawBuilder<boolean> =>
  sql`(m.user_id = any(${[...people]}::uuid[]) or exists (
    select from user_group_members g
     where g.tenant_id = m.tenant_id and g.user_id = m.user_id and g.group_id = any(${[...groups]}::uuid[])))`

export type StoredNotification = {
  id: string
  receipts: number
  userIds: string[]
  mailsDue: boolean
  pushesDue: boolean
}

/** The maximum number of people in a live event. An event for more people goes to everybody in the business unit. */
const maxListedPeople = 150

const counted = sql`select count(*)::int as receipts, coalesce(bool_or(mail_due), false) as "mailsDue",
  coalesce(bool_or(push_due), false) as "pushesDue",
  case when count(*) > ${maxListedPeople} then '{}' else coalesce(array_agg(user_id::text), '{}') end as "userIds" from told`

/** The channels of a notification. `portal`: the notification center; `email`: a copy by e-mail. */
export type Channels = { portal: boolean; email: boolean }

/**
 * A condition on a membership `m`: the business unit or the task sends copies of this type by e-mail, and the person has not refused them.
 */
function mustMail(type: NotificationType, channels?: Channels): RawBuilder<boolean> {
  const { copied, ofHelpDesk: isAboutTickets }: { copied: boolean; ofHelpDesk?: true } = notificationTypes[type]
  if (!copied || channels?.email === false) return sql`false`
  const unitSetting = isAboutTickets ? unitSends.tickets : unitSends.notifications
  return sql`(
    ${channels ? sql`true` : sql`coalesce((select ${unitSetting} from settings s where s.tenant_id = m.tenant_id), false)`}
    and coalesce((select c.mails from notification_choices c where c.tenant_id = m.tenant_id and c.user_id = m.user_id), true))`
}

/** A condition on a membership `m`: the person has a device, and the notification is shown in the notification center. */
const mustPush = (channels?: Channels): RawBuilder<boolean> =>
  channels?.portal === false
    ? sql`false`
    : sql`exists (select from push_devices d where d.tenant_id = m.tenant_id and d.user_id = m.user_id)`

/**
 * Stores a notification with the receipts of its addressees, in one statement for all of them. Undefined: a notification with this cause
 * exists already.
 */
export async function addNotification(
  db: Database,
  { tenantId, type, cause, facts, path, searchText, attachment, subjectId, oncePerDay }: NewNotification,
  people: People,
  channels?: Channels,
): Promise<StoredNotification | undefined> {
  // A notification that goes by e-mail alone is stored as deleted, so that the notification center does not show it.
  const deletedAt = channels?.portal === false ? sql`now()` : sql`null`
  const isNew = oncePerDay
    ? sql`m.user_id not in (
        select r.user_id from notifications o
          join notification_receipts r on r.tenant_id = o.tenant_id and r.notification_id = o.id
         where o.tenant_id = ${tenantId}::uuid and o.type = ${type} and o.path = ${path} and o.published_at > now() - interval '1 day')`
    : sql`true`
  const { rows } = await sql<StoredNotification>`
    with made as (
      insert into notifications (tenant_id, type, cause, facts, path, words, attachment, subject_id, published_at)
      values (${tenantId}::uuid, ${type}, ${cause}, ${JSON.stringify(facts)}::jsonb, ${path}, ${searchText},
              ${attachment && JSON.stringify(attachment)}::jsonb, ${subjectId}::uuid, now())
      on conflict on constraint notifications_cause_key do nothing
      returning tenant_id, id),
    told as (
      insert into notification_receipts (tenant_id, notification_id, user_id, mail_due, push_due, deleted_at)
      select m.tenant_id, n.id, m.user_id, ${mustMail(type, channels)}, ${mustPush(channels)}, ${deletedAt}
        from made n join memberships m on m.tenant_id = n.tenant_id
       where m.state in ('A', 'T') and ${isAddressed(people)} and ${isNew}
      returning user_id, mail_due, push_due)
    select n.id, t.* from made n, lateral (${counted}) t`.execute(db)
  return rows[0]
}

/**
 * Marks the unread notifications of some causes as read. Answers how many, and whose they were; no ids if they are of too many people for a
 * live event.
 */
export async function settle(
  db: Database,
  tenantId: string,
  causes: readonly string[],
): Promise<{ userIds: string[]; count: number }> {
  const { rows } = await sql<{ userIds: string[]; count: number }>`
    with settled as (
      update notification_receipts r set read_at = now()
        from notifications n
       where n.tenant_id = ${tenantId}::uuid and n.cause = any(${[...causes]}::text[])
         and r.tenant_id = n.tenant_id and r.notification_id = n.id and r.read_at is null
      returning r.user_id)
    select count(*)::int as count,
           case when count(*) > ${maxListedPeople} then '{}' else coalesce(array_agg(user_id::text), '{}') end as "userIds"
      from settled`.execute(db)
  return rows[0] ?? { userIds: [], count: 0 }
}

/** A condition on a membership `m`: the person is among the addressees of the written notification `n`. */
export const isAddressee = sql<boolean>`(m.state in ('A', 'T') and (
  n.addressees->>'target' = 'everybody' or n.addressees->>'target' = m.profile
  or n.addressees->>'target' = 'chosen' and (
    n.addressees->'people' ? m.user_id::text or exists (
      select from user_group_members g
       where g.tenant_id = m.tenant_id and g.user_id = m.user_id and n.addressees->'groups' ? g.group_id::text))))`

/** Returns how many receipts a written notification causes when it is published now. */
export async function countAddressees(db: Database, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications n join memberships m on m.tenant_id = n.tenant_id
     where n.tenant_id = ${tenantId}::uuid and n.id = ${id}::uuid and ${isAddressee}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Writes the receipts of a written notification, once. Undefined: it is published already, withdrawn, or past its end. */
export async function publish(db: Database, tenantId: string, id: string): Promise<StoredNotification | undefined> {
  const { rows } = await sql<StoredNotification>`
    with due as (
      update notifications n set published_at = now()
       where n.tenant_id = ${tenantId}::uuid and n.id = ${id}::uuid and n.published_at is null
         and n.starts_at <= now() and (n.ends_at is null or n.ends_at > now())
      returning n.tenant_id, n.id, n.ends_at, n.type, n.addressees),
    told as (
      insert into notification_receipts (tenant_id, notification_id, user_id, ends_at, mail_due, push_due)
      select m.tenant_id, n.id, m.user_id, n.ends_at, ${mustMail('message')}, ${mustPush()}
        from due n join memberships m on m.tenant_id = n.tenant_id
       where ${isAddressee}
      returning user_id, mail_due, push_due)
    select n.id, t.* from due n, lateral (${counted}) t`.execute(db)
  return rows[0]
}

type StaffNews = Pick<NewNotification, 'type' | 'facts' | 'path' | 'searchText'>

/** Notifies the staff of the partner of the session's business unit. Answers their ids. */
export async function insertForPartner(db: Database, { type, facts, path, searchText }: StaffNews): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select app.tell_partner(${type}, ${JSON.stringify(facts)}::jsonb, ${path}, ${searchText}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Notifies the staff of the platform and of the partners, once for each cause, for platform-wide work. Answers their ids. */
export async function insertForStaff(
  db: Database,
  { type, facts, path, searchText, cause }: StaffNews & { cause: string },
  among?: Query,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into staff_notifications (user_id, type, facts, path, words, cause, mail_due)
    select u.id, ${type}, ${JSON.stringify(facts)}::jsonb, ${path}, ${searchText}, ${cause}, coalesce(c.mails, false)
      from users u left join staff_notification_choices c on c.user_id = u.id
     where u.staff is not null and u.staff_state = 'A' and ${among ? sql`u.id in (${among})` : sql`true`}
    on conflict on constraint staff_notifications_cause_key do nothing
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Erases old notifications of staff. features/operations/retention deletes those of business units. */
export async function forgetOld(db: Database, days: number): Promise<void> {
  await sql`delete from staff_notifications where at < now() - make_interval(days => ${days})`.execute(db)
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
  subject_id: string | null
  /** The person manages the business unit. */
  manages: boolean
  /** Null: none, or the file is removed. */
  attachment: Attachment | null
}

/** Takes the next receipts that need a copy by e-mail. A person who became inactive meanwhile gets none. */
export async function takeCopies(db: Database, tenantId: string, id: string, max: number): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    with taken as (
      update notification_receipts r set mail_due = false
       where r.tenant_id = ${tenantId}::uuid and r.notification_id = ${id}::uuid and r.user_id in (
         select d.user_id from notification_receipts d
          where d.tenant_id = ${tenantId}::uuid and d.notification_id = ${id}::uuid and d.mail_due limit ${max})
      returning r.user_id)
    select u.id as user_id, u.email, u.name, u.language, n.type, n.facts, n.path, n.title, n.body,
           n.author_name as author, n.subject_id, m.profile <> 'user' as manages,
           case when exists (select from files f where f.path = n.attachment->>'path') then n.attachment end as attachment
      from taken t join users u on u.id = t.user_id
      join memberships m on m.tenant_id = ${tenantId}::uuid and m.user_id = u.id and m.state in ('A', 'T')
      join notifications n on n.tenant_id = ${tenantId}::uuid and n.id = ${id}::uuid`.execute(db)
  return rows
}

/**
 * Takes the next receipts that need pushes, and answers the devices of their people. Null: the person has none any more. An empty list: no
 * receipt is left.
 */
export async function takePushes(
  db: Database,
  tenantId: string,
  id: string,
  max: number,
): Promise<{ device_id: string | null }[]> {
  const { rows } = await sql<{ device_id: string | null }>`
    with taken as (
      update notification_receipts r set push_due = false
       where r.tenant_id = ${tenantId}::uuid and r.notification_id = ${id}::uuid and r.user_id in (
         select d.user_id from notification_receipts d
          where d.tenant_id = ${tenantId}::uuid and d.notification_id = ${id}::uuid and d.push_due limit ${max})
      returning r.user_id)
    select d.id as device_id
      from taken t left join push_devices d on d.tenant_id = ${tenantId}::uuid and d.user_id = t.user_id`.execute(db)
  return rows
}

export type Push = {
  type: string
  facts: Facts
  title: Texts | null
  body: Texts | null
  language: string
  partner_id: string
  /** The host at which the browser subscribed. */
  host: string
  endpoint: string
  p256dh: string
  auth_sealed: Buffer
  shows_content: boolean
  muted: string[]
  quiet_from: string | null
  quiet_to: string | null
  timezone: string | null
}

type PushIds = { tenantId: string; notificationId: string; deviceId: string }

/**
 * Finds a notification and a device of its addressee. Undefined: the device is removed, the person is not active or has read or deleted the
 * notification, it is past its end, or older than `hours`.
 */
export async function findPush(
  db: Database,
  { tenantId, notificationId, deviceId }: PushIds,
  hours: number,
): Promise<Push | undefined> {
  const { rows } = await sql<Push>`
    select n.type, n.facts, n.title, n.body, u.language, t.partner_id, d.host, d.endpoint, d.p256dh, d.auth_sealed,
           s.push_shows_content as shows_content, coalesce(c.muted, '{}') as muted, c.quiet_from, c.quiet_to, c.timezone
      from push_devices d
      join notification_receipts r on r.tenant_id = d.tenant_id and r.user_id = d.user_id and r.notification_id = ${notificationId}::uuid
      join notifications n on n.tenant_id = r.tenant_id and n.id = r.notification_id
      join memberships m on m.tenant_id = d.tenant_id and m.user_id = d.user_id and m.state in ('A', 'T')
      join users u on u.id = d.user_id
      join tenants t on t.id = d.tenant_id and t.enabled
      join settings s on s.tenant_id = d.tenant_id
      left join push_choices c on c.tenant_id = d.tenant_id and c.user_id = d.user_id
     where d.tenant_id = ${tenantId}::uuid and d.id = ${deviceId}::uuid and r.read_at is null and r.deleted_at is null
       and (r.ends_at is null or r.ends_at > now()) and r.at > now() - make_interval(hours => ${hours})`.execute(db)
  return rows[0]
}

export type StaffCopy = Pick<Copy, 'user_id' | 'email' | 'name' | 'language' | 'type' | 'facts' | 'path'> & {
  id: string
  partner_id: string | null
  /** The names of the partner's host; null: the platform's host. */
  subdomain: string | null
  domain: string | null
}

/**
 * Takes the next copies of staff notifications, the oldest first, for platform-wide work. A person who has left the staff meanwhile gets
 * none.
 */
export async function takeStaffCopies(db: Database, max: number): Promise<StaffCopy[]> {
  const { rows } = await sql<StaffCopy>`
    with due as (
      select id from staff_notifications where mail_due order by at, id limit ${max} for update skip locked),
    taken as (
      update staff_notifications n set mail_due = false from due where n.id = due.id
      returning n.id, n.user_id, n.type, n.facts, n.path, n.at)
    select t.id, t.user_id, t.type, t.facts, t.path, u.email, u.name, u.language, u.partner_id, p.subdomain, p.domain
      from taken t join users u on u.id = t.user_id and u.staff is not null and u.staff_state = 'A'
      left join partners p on p.id = u.partner_id
     order by t.at, t.id`.execute(db)
  return rows
}

/** Finds the partner of a member of the staff. Undefined: the person is not of the staff any more. */
export const staffOf = (db: Database, userId: string) =>
  db.selectFrom('users').select('partner_id').where('id', '=', userId).where('staff', 'is not', null).executeTakeFirst()

/** Reads the partner and the host names of a business unit, for its mails. */
export const unitOf = (db: Database, tenantId: string) =>
  db
    .selectFrom('tenants')
    .select(['partner_id', 'subdomain', 'domain'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

/** Ends a person's copies by e-mail. False: the person is not a member any more, or has ended them before. */
export async function endMails(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined && chooseMails(db, { tenantId, userId }, false)
}
