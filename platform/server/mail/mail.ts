// The outbox: a mail is written in the transaction of the change that causes it, and a job sends it later. No SMTP here.
// Next: send-mail.ts (the job), smtp.ts (the protocol), layout.ts (the layout).
import { sql } from 'kysely'
import { z } from 'zod'
import { isOneLine } from '#catalogue/fields.ts'
import { lateMails, mailAttachments } from '#catalogue/limits.ts'
import type { Database } from '../database/kysely.ts'
import { isOpen } from '../jobs/closed-units.ts'
import type { EnqueueHere, JobKind } from '../jobs/job.ts'
import {
  type OpenAttachment,
  type WaitingAttachment,
  attachFiles,
  attachment,
  attachmentsOf,
  releaseAttachments,
  withholdAttachments,
} from './attachments.ts'

/** A text without line breaks, because it may be part of a header or an address (U7). */
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => isOneLine(value) && value.isWellFormed())

/** One address with ASCII before the @. No list, no display name, no route. */
export const mailAddress = oneLine(254).pipe(z.email())

export const mail = z.object({
  to: z.object({ address: mailAddress, name: oneLine(200).nullable() }),
  subject: oneLine(200),
  text: z.string().min(1).max(100_000),
  html: z.string().min(1).max(500_000),
  /** Ends such mails with one click (RFC 8058); absent for a mandatory mail. */
  unsubscribeUrl: oneLine(1_000)
    .pipe(z.url({ protocol: /^https?$/ }))
    .optional(),
  /** Where the recipient replies to, and the Message-ID that a reply names; absent: a reply goes to the sender. */
  reply: z.object({ to: mailAddress, messageId: oneLine(200).regex(/^<[^<>\s@]+@[^<>\s@]+>$/) }).optional(),
  /** The cause of the mail, `noun.past`. */
  purpose: oneLine(80),
  /** Idempotency key within a business unit: a mail with the same key is written and sent once. */
  key: oneLine(200),
  /** Files of the owner of the mail, by their paths in the storage of files. The mail is then not sent again once it is over. */
  attachments: z.array(attachment).max(mailAttachments.files).optional(),
})
export type Mail = z.output<typeof mail>

/** The content of a mail that is sent without the outbox. */
export const writtenMail = mail.pick({ to: true, subject: true, text: true, html: true })

export const sendMail = { name: 'mail.send', scope: 'tenant', input: z.object({ id: z.guid() }) } satisfies JobKind
export const sendPlatformMail = {
  ...sendMail,
  name: 'mail.send_platform',
  scope: 'platform',
  isolation: 'one record',
} satisfies JobKind

type MailContext = { db: Database; enqueue: EnqueueHere; tenantId: string | null; partnerId: string | null }

/**
 * Writes a mail and enqueues its job in the caller's transaction. Answers false when a mail with the same key exists.
 * Throws when an address or the subject would break a header.
 */
export async function writeMail({ db, enqueue, tenantId, partnerId }: MailContext, content: Mail): Promise<boolean> {
  const { to, subject, text, html, purpose, key, unsubscribeUrl, reply, attachments = [] } = mail.parse(content)
  const written = await db
    .insertInto('mails')
    .values({
      tenant_id: tenantId,
      partner_id: partnerId,
      idempotency_key: key,
      purpose,
      to_address: to.address,
      to_name: to.name,
      subject,
      body_text: text,
      body_html: html,
      unsubscribe_url: unsubscribeUrl ?? null,
      reply_to: reply?.to ?? null,
      message_id: reply?.messageId ?? null,
    })
    .onConflict((conflict) => conflict.constraint('mails_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return false
  await attachFiles(db, written.id, { tenantId, partnerId }, attachments)
  await enqueueMail({ db, enqueue, tenantId }, written.id)
  return true
}

/** Enqueues the job of a mail. Its group is the sender, so that a mail server with many mails delays no other. */
export async function enqueueMail(
  { db, enqueue, tenantId }: Omit<MailContext, 'partnerId'>,
  id: string,
): Promise<void> {
  if (tenantId === null) return enqueue(sendPlatformMail, { id }, { group: platformGroup })
  const own = await db
    .selectFrom('mail_senders')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  await enqueue(sendMail, { id }, { tenantId, group: own?.tenant_id ?? platformGroup })
}

const platformGroup = 'platform'

export type WaitingMail = {
  messageId: string
  to: { address: string; name: string | null }
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string | null
  replyTo?: string | null
  attachments?: readonly OpenAttachment[]
}

/** Longer than any attempt. An older claim is abandoned. */
const claimMinutes = 3

export type ClaimedMail = WaitingMail & { uncertain: number; files: WaitingAttachment[] }

/** The Message-ID of a mail: it has the domain of the address that sends the mail first. */
export const messageIdOf = (id: string, from: string) => `<${id}@${from.split('@').at(-1) ?? 'localhost'}>`

/**
 * Claims a mail for sending by one process. `uncertain` counts the attempts after which the server may have accepted the mail. Null: nothing
 * to send (sent, failed or removed). `busy`: another process sends it.
 */
export async function claimMail(db: Database, id: string, from: string): Promise<ClaimedMail | 'busy' | null> {
  const found = await db
    .selectFrom('mails')
    .select(['state', 'to_address', 'to_name', 'subject', 'body_text', 'body_html', 'unsubscribe_url', 'uncertain'])
    .select(['message_id', 'reply_to'])
    .select(sql<boolean>`claimed_at > now() - make_interval(mins => ${claimMinutes})`.as('is_fresh'))
    .select(sql<boolean>`created_at < now() - make_interval(mins => ${lateMails.minutes})`.as('is_late'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found || found.body_text === null || found.body_html === null) return null
  if (found.state !== 'waiting' && found.state !== 'sending') return null
  if (found.state === 'sending' && found.is_fresh) return 'busy'
  // A process ended while it sent the mail.
  const uncertain = found.uncertain + (found.state === 'sending' ? 1 : 0)
  const messageId = found.message_id ?? messageIdOf(id, from)
  await db
    .updateTable('mails')
    .set((eb) => ({ state: 'sending', claimed_at: sql<Date>`now()`, attempts: eb('attempts', '+', 1) }))
    .set({ uncertain, message_id: messageId })
    .where('id', '=', id)
    .execute()
  if (found.is_late) await withholdAttachments(db, id)
  const to = { address: found.to_address, name: found.to_name }
  const { subject, body_text: text, body_html: html, unsubscribe_url: unsubscribeUrl, reply_to: replyTo } = found
  const files = await attachmentsOf(db, id)
  return { messageId, to, subject, text, html, unsubscribeUrl, replyTo, uncertain, files }
}

export type Outcome =
  | { state: 'sent' }
  /** `isUncertain`: the server may have accepted the mail in this attempt. */
  | { state: 'waiting' | 'in_doubt' | 'failed'; error: string; isUncertain?: boolean }

/** Stores the outcome. The text of a sent mail is erased, and so are the attachments of a mail that is over. */
export async function settleMail(db: Database, id: string, outcome: Outcome): Promise<void> {
  const words = outcome.state === 'sent' ? { body_text: null, body_html: null, sent_at: sql<Date>`now()` } : {}
  const last_error = outcome.state === 'sent' ? null : outcome.error
  const doubts = outcome.state !== 'sent' && outcome.isUncertain ? 1 : 0
  await db
    .updateTable('mails')
    .set((eb) => ({ state: outcome.state, last_error, claimed_at: null, uncertain: eb('uncertain', '+', doubts) }))
    .set(words)
    .where('id', '=', id)
    .execute()
  if (outcome.state !== 'waiting') await releaseAttachments(db, id)
}

/** A mail whose sender is paused waits for the next attempt of its job, with the fault of the sender. It has no next one: it failed. */
export async function deferMail(db: Database, id: string, error: string, isLastAttempt: boolean): Promise<void> {
  const over = sql<string>`case when uncertain > 0 then 'in_doubt' else 'failed' end`
  await db
    .updateTable('mails')
    .set((eb) => ({ last_error: error, attempts: eb('attempts', '+', 1), ...(isLastAttempt && { state: over }) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  if (isLastAttempt) await releaseAttachments(db, id)
}

/** Mails that were not attempted because there was no sender. A sender may exist now. Those that a job still waits for are not among them. */
export async function waitingWithoutTry(
  db: Database,
  withoutOwnSender: boolean,
): Promise<{ id: string; tenant_id: string | null }[]> {
  const query = db
    .selectFrom('mails as m')
    .leftJoin('mail_senders as s', 's.tenant_id', 'm.tenant_id')
    .select(['m.id', 'm.tenant_id'])
    .where('m.state', '=', 'waiting')
    .where('m.attempts', '=', 0)
    .where('m.created_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .where(
      sql<boolean>`not exists (select from pgboss.job j where j.name in (${sendMail.name}, ${sendPlatformMail.name})
        and j.state < 'completed' and j.data -> 'input' ->> 'id' = m.id::text)`,
    )
    .where(isOpen('m.tenant_id'))
    .orderBy('m.created_at')
    .limit(500)
  return (withoutOwnSender ? query : query.where('s.proven_at', 'is not', null)).execute()
}
