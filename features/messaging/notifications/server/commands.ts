// Commands that notify people, for every noun, in the transaction of the cause. Next: ../contract.ts (the types), store.ts.
import { inLanguage, type Language, languageOf, type Texts } from '#catalogue/languages.ts'
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { eachApart } from '#platform/server/jobs/each-apart.ts'
import type { EnqueueHere, JobContext, JobKind } from '#platform/server/jobs/job.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { textOf } from '#platform/server/html/clean.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { mailEnds } from '#features/messaging/templates/server/queries.ts'
import { mailFrom, mailSource, templateOf } from '#features/messaging/templates/server/commands.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import {
  factsIn,
  type NotificationType,
  notificationTypeOf,
  notificationTypes,
  pausePath,
  type NotificationValues,
  unsubscribe,
  unsubscribePath,
} from '../contract.ts'
import * as store from './store.ts'

export type { People } from './store.ts'

/** The context of the cause with its transaction: a `WriteContext` or a `JobContext`, with the business unit. */
export type NotificationContext = {
  db: Database
  announce(event: LiveEvent): Promise<void>
  enqueue: EnqueueHere
  tenantId: string
}

const reference = z.object({ id: id() })

/** The jobs of a notification (jobs.ts): they publish it on its first day, push it to devices (pushes.ts), and write its copies by e-mail. */
export const publishKind = { name: 'notification.publish', scope: 'tenant', input: reference } satisfies JobKind
export const pushKind = { name: 'notification.write_pushes', scope: 'tenant', input: reference } satisfies JobKind
export const pushSendKind = {
  name: 'notification.send_push',
  scope: 'tenant',
  input: reference.extend({ device_id: id() }),
} satisfies JobKind
export const copyKind = { name: 'notification.write_mails', scope: 'tenant', input: reference } satisfies JobKind

export type NotificationOptions = {
  /** The page to which the notification leads, such as `/{id}/reports/view`. */
  path?: string
  /** The idempotency key within the business unit: of several notifications with the same cause, one is stored. */
  cause?: string
  /** The channels of a task, which replace the settings of the business unit. A person who refuses copies by e-mail gets none. */
  channels?: store.Channels
  /** A stored file of the business unit that the copies by e-mail have, as long as it exists. */
  attachment?: store.Attachment
  /** People who were told of the same page by a notification of the same type within a day are not told again. */
  oncePerDay?: boolean
  /** The record whose messages a link in the copies of people who manage the business unit can pause. */
  subjectId?: string
}

/**
 * Stores a notification for each addressee in the transaction of its cause, and updates their bells after the commit. Answers the number
 * of addressees. Example: `await notify({ ...context, tenantId: tenantOf(actor) }, { people: [userId] }, 'access_granted', { report: name },
 * { path: `/${id}/reports/view` })`.
 */
export async function notify<T extends Exclude<NotificationType, 'message'>>(
  context: NotificationContext,
  people: store.People,
  type: T,
  values: NotificationValues<T>,
  { path, cause, channels, attachment, subjectId, oncePerDay }: NotificationOptions = {},
): Promise<number> {
  const facts = notificationTypes[type].values.parse(values)
  const storedNotification = await store.addNotification(
    context.db,
    {
      tenantId: context.tenantId,
      type,
      facts,
      searchText: searchTextOf(facts),
      path: path ?? null,
      cause: cause ?? null,
      attachment: attachment ?? null,
      subjectId: subjectId ?? null,
      oncePerDay: oncePerDay ?? false,
    },
    people,
    channels,
  )
  return announceReceipts(context, storedNotification)
}

/**
 * Marks the notifications of some causes as read for all who got them, because nothing is left to do about them, and updates their bells
 * after the commit.
 */
export async function settle(
  { db, announce, tenantId }: Pick<NotificationContext, 'db' | 'announce' | 'tenantId'>,
  causes: readonly string[],
): Promise<void> {
  const { userIds, count } = await store.settle(db, tenantId, causes)
  if (count > 0)
    await announce({ kind: 'notifications_changed', tenantId, userIds: userIds.length > 0 ? userIds : null })
}

type Staff<T extends NotificationType> = { type: T; values: NotificationValues<T>; path: string | null }

/** Notifies the staff of the partner of the business unit, at the partner's host. */
export async function notifyPartner<T extends Exclude<NotificationType, 'message'>>(
  { db, announce }: Pick<NotificationContext, 'db' | 'announce'>,
  { type, values, path }: Staff<T>,
): Promise<void> {
  const facts = notificationTypes[type].values.parse(values)
  await announceStaff(
    announce,
    await store.insertForPartner(db, { type, facts, path, searchText: searchTextOf(facts) }),
  )
}

/**
 * Notifies the staff of the platform and of the partners, or the staff that `among` selects, once for each cause. For platform-wide work
 * only.
 */
export async function notifyStaff<T extends Exclude<NotificationType, 'message'>>(
  { db, announce }: Pick<NotificationContext, 'db' | 'announce'>,
  { type, values, path, cause, among }: Staff<T> & { cause: string; among?: store.Query },
): Promise<void> {
  const facts = notificationTypes[type].values.parse(values)
  const news = { type, facts, path, searchText: searchTextOf(facts), cause }
  await announceStaff(announce, await store.insertForStaff(db, news, among))
}

async function announceStaff(announce: NotificationContext['announce'], userIds: string[]): Promise<void> {
  if (userIds.length > 0) await announce({ kind: 'notifications_changed', tenantId: null, userIds })
}

/** Publishes a written notification to its addressees, once, however often it is called. Answers the number of addressees. */
export async function publish(context: NotificationContext, messageId: string): Promise<number> {
  return announceReceipts(context, await store.publish(context.db, context.tenantId, messageId))
}

/** Returns how many receipts `publish` would write now. */
export const countAddressees = ({ db, tenantId }: NotificationContext, messageId: string): Promise<number> =>
  store.countAddressees(db, tenantId, messageId)

export const publishLater = (
  { enqueue }: Pick<NotificationContext, 'enqueue'>,
  messageId: string,
  startsAt: Date,
): Promise<void> => enqueue(publishKind, { id: messageId }, { after: startsAt })

/** Updates the bells of the addressees, and enqueues the copies by e-mail. */
async function announceReceipts(
  { announce, enqueue, tenantId }: NotificationContext,
  storedNotification: store.StoredNotification | undefined,
): Promise<number> {
  if (!storedNotification || storedNotification.receipts === 0) return 0
  const userIds = storedNotification.userIds.length > 0 ? storedNotification.userIds : null
  await announce({ kind: 'notifications_changed', tenantId, userIds })
  if (storedNotification.mailsDue) await enqueue(copyKind, { id: storedNotification.id }, { tenantId })
  if (storedNotification.pushesDue) await enqueue(pushKind, { id: storedNotification.id }, { tenantId })
  return storedNotification.receipts
}

/** Returns the text that a search of the notifications finds. */
function searchTextOf(facts: Record<string, string | Texts>): string {
  return Object.values(facts)
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)))
    .filter(Boolean)
    .join('\n')
}

/** How the recipient of one copy replies: the address, the Message-ID, and the marks in the mail. */
export type CopyReply = { to: string; messageId: string; line: string; mark: string }

/**
 * Finds for addressees of a notification how each replies to their copy by mail; people who are not in the answer cannot. A noun whose
 * notifications can be answered by mail provides it. `tenantId` null: the addressees are staff outside of business units. Null: the operator
 * receives no mails.
 */
export type RepliesOf =
  | ((
      context: { db: Database; tenantId: string | null },
      notification: { type: NotificationType; path: string | null },
      people: readonly { userId: string; language: Language }[],
    ) => Promise<ReadonlyMap<string, CopyReply>>)
  | null

type Dependencies = { hosts: Hosts; secrets: Secrets }

/** The maximum number of copies that one run of the job writes; the next run writes the others. */
const batch = 200

/** Writes the next copies of a notification into the outbox, in each addressee's language, and enqueues the others. */
export async function writeMailCopies(
  context: NotificationContext,
  { hosts, secrets, repliesOf }: Dependencies & { repliesOf: RepliesOf },
  notificationId: string,
): Promise<void> {
  const { db, enqueue, tenantId } = context
  const copies = await store.takeCopies(db, tenantId, notificationId, batch)
  const [first] = copies
  if (!first) return
  const { partner_id: partnerId, ...names } = await store.unitOf(db, tenantId)
  const owner = { tenantId, partnerId }
  const type = notificationTypeOf(first.type)
  const source = await mailSource(db, templateOf(type), owner)
  const domain = hosts.domainOf(names)
  const people = copies.map(({ user_id, language }) => ({ userId: user_id, language: languageOf(language) }))
  const replies = await repliesOf?.({ db, tenantId }, { type, path: first.path }, people)
  for (const copy of copies) {
    const language = languageOf(copy.language)
    const reply = replies?.get(copy.user_id)
    const token = unsubscribeToken(secrets, tenantId, copy.user_id)
    const label = mailEnds[language].unsubscribe
    const unsubscribing = { label, url: hosts.urlOf(domain, unsubscribePath(token)) }
    const url = hosts.urlOf(domain, copy.path ?? `/notifications/${notificationId}`)
    const pauseToken =
      copy.subject_id && copy.manages && subjectToken(secrets, [tenantId, copy.user_id, copy.subject_id])
    const pause = pauseToken
      ? { label: mailEnds[language].pause, url: hosts.urlOf(domain, pausePath(pauseToken)) }
      : undefined
    await writeMail(
      { db, enqueue, tenantId, partnerId },
      {
        ...mailFrom(source, {
          language,
          ...mailContent(copy, type, language),
          url,
          unsubscribe: unsubscribing,
          reply,
          pause,
        }),
        to: { address: copy.email, name: null },
        purpose: `notification.${type}`,
        key: `notification ${notificationId} ${copy.user_id}`,
        unsubscribeUrl: hosts.urlOf(domain, `/api/${unsubscribe.path}/${token}`),
        attachments: copy.attachment ? [copy.attachment] : [],
        ...(reply && { reply: { to: reply.to, messageId: reply.messageId } }),
      },
    )
  }
  if (copies.length === batch) await enqueue(copyKind, { id: notificationId }, { tenantId })
}

/** Writes the next copies of the staff's notifications into the outbox, in each person's language, with links to their own host. */
export async function writeStaffMailCopies(
  context: Pick<JobContext, 'db' | 'enqueue' | 'clock' | 'log'>,
  { hosts, secrets, repliesOf }: Dependencies & { repliesOf: RepliesOf },
): Promise<void> {
  const { db, enqueue } = context
  const write = async (copy: store.StaffCopy) => {
    const { id: notificationId, user_id, partner_id: partnerId, subdomain, domain: own, facts, name, email } = copy
    const owner = { tenantId: null, partnerId }
    const type = notificationTypeOf(copy.type)
    const domain = subdomain === null ? hosts.platformDomain : hosts.domainOf({ subdomain, domain: own })
    const language = languageOf(copy.language)
    const people = [{ userId: user_id, language }]
    const reply = (await repliesOf?.({ db, tenantId: null }, { type, path: copy.path }, people))?.get(user_id)
    const token = unsubscribeToken(secrets, noUnit, user_id)
    const label = mailEnds[language].unsubscribe
    await writeMail(
      { db, enqueue, ...owner },
      {
        ...mailFrom(await mailSource(db, templateOf(type), owner), {
          language,
          values: { ...factsIn(facts, language), name },
          url: hosts.urlOf(domain, copy.path ?? `/notifications/${notificationId}`),
          unsubscribe: { label, url: hosts.urlOf(domain, unsubscribePath(token)) },
          reply,
        }),
        to: { address: email, name: null },
        purpose: `notification.${type}`,
        key: `notification ${notificationId} ${user_id}`,
        unsubscribeUrl: hosts.urlOf(domain, `/api/${unsubscribe.path}/${token}`),
        ...(reply && { reply: { to: reply.to, messageId: reply.messageId } }),
      },
    )
  }
  await eachApart(context, await store.takeStaffCopies(db, batch), {
    job: 'notification.write_staff_mails',
    unitOf: () => null,
    work: write,
  })
}

/** Returns the values of the template, and for a written notification also its text without pictures. */
function mailContent({ facts, name, title, body, author }: store.Copy, type: NotificationType, language: Language) {
  const values = { ...factsIn(facts, language), name }
  if (type !== 'message') return { values }
  const subject = title ? inLanguage(title, language) : ''
  const html = (body ? inLanguage(body, language) : '')
    .replace(/<img [^>]*>/g, `<em>[${mailEnds[language].picture}]</em>`)
    // A link to a page of the portal has only a path, which leads nowhere in a mail.
    .replace(/ href="\/[^"]*"/g, '')
  const content = { html, text: textOf(html) || subject }
  return { values: { ...values, title: subject, person: author ?? '' }, content }
}

/** The tenant id in the links of staff, whose copies belong to no business unit. */
const noUnit = '00000000-0000-0000-0000-000000000000'

/** Returns a signed token that names a person and a business unit. A person who has the mail may end its copies, and nothing else. */
function unsubscribeToken(secrets: Secrets, tenantId: string, userId: string): string {
  const payload = payloadOf([tenantId, userId])
  return `${payload}.${secrets.sign(`unsubscribe ${payload}`)}`
}

const payloadOf = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url')

const idsOf = (payload: string): string[] =>
  (Buffer.from(payload, 'base64url').toString('hex').match(/.{32}/g) ?? []).map((hex) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  )

/** Returns a signed token that names a business unit, a person, and the record whose messages they may pause. */
export function subjectToken(
  secrets: Secrets,
  ids: readonly [tenant: string, person: string, subject: string],
): string {
  const payload = payloadOf(ids)
  return `${payload}.${secrets.sign(`pause ${payload}`)}`
}

/** Reads the token of a link that pauses messages. What the person may do now is the caller's to decide. */
export function subjectOf(secrets: Secrets, sent: string): { tenantId: string; userId: string; subjectId: string } {
  const [payload = '', signature = ''] = sent.split('.')
  if (!secrets.verify(`pause ${payload}`, signature)) fail('sign_in.link_spent')
  const [tenantId = '', userId = '', subjectId = ''] = idsOf(payload)
  return { tenantId, userId, subjectId }
}

/**
 * Ends the copies of the person whom the token of a link names. A link of a person who has left does nothing, and neither does a second use:
 * anybody who has the mail could fill the audit trail.
 */
export async function endCopies(context: OpenContext, secrets: Secrets, token: string): Promise<void> {
  const [payload = '', signature = ''] = token.split('.')
  if (!secrets.verify(`unsubscribe ${payload}`, signature)) fail('sign_in.link_spent')
  const [tenantId = noUnit, userId = ''] = idsOf(payload)
  if (tenantId === noUnit) return endStaffCopies(context, userId)
  const { inTenant, caller } = context
  await inTenant(tenantId, async (db, _, partnerId) => {
    if (!(await store.endMails(db, tenantId, userId))) return
    const actor = { actorId: userId, actorEmail: null, tenantId, partnerId, address: caller.address }
    await writeAudit(db, actor, 'notification.mails_chosen', {
      target: { type: 'notification', id: null, name: null },
      after: { mails: false },
    })
  })
}

const endStaffCopies = ({ acrossTenants, caller }: OpenContext, userId: string): Promise<void> =>
  acrossTenants('notifications: end the copies of one of the staff', async (db) => {
    const person = await store.staffOf(db, userId)
    if (!person || !(await store.chooseStaffMails(db, userId, false))) return
    const actor = { actorId: userId, actorEmail: null, tenantId: null, partnerId: person.partner_id }
    await writeAudit(db, { ...actor, address: caller.address }, 'notification.mails_chosen', {
      target: { type: 'notification', id: null, name: null },
      after: { mails: false },
    })
  })
