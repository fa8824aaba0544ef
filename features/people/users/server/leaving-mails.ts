// Notifies people by mail and in their notifications that they will be blocked or deleted: once seven days before, and once on the day
// before.
import { inEachLanguage, languageOf } from '#catalogue/languages.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { mailFrom, mailSource } from '#features/messaging/templates/server/commands.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { EnqueueHere, JobContext } from '#platform/server/jobs/job.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { dayIn, type Leaving, leavingEvents, stageOf } from './leaving-mail-text.ts'
import * as store from './leaving-mail-store.ts'

export type LeavingMails = {
  hosts: Hosts
  mailing: Mailing
  /** True in the demo world, where the outbox shows the mails. */
  showsMails: boolean
}

/**
 * Writes the mails by the template `user_ending`. Returns the number of written mails. Without a mail sender it writes none, because a mail
 * that waits would arrive too late; notifications are still written. A warning about missing sign-ins is sent by mail only, because a
 * person who reads a notification has signed in.
 */
export async function warnUnit(
  { db, enqueue, announce }: Pick<JobContext, 'db' | 'enqueue' | 'announce'>,
  { hosts, mailing, showsMails }: LeavingMails,
  tenantId: string,
): Promise<number> {
  const unit = await store.unitOf(db, tenantId)
  if (!unit) return 0
  const enqueueForTenant: EnqueueHere = (kind, input, options) => enqueue(kind, input, { ...options, tenantId })
  const url = hosts.urlOf(hosts.domainOf(unit), '/signin')
  const people = await store.peopleToWarn(db, tenantId)
  for (const { kind, day, days_left, user_id } of people)
    if (kind !== 'idle')
      await notify(
        { db, announce, enqueue, tenantId },
        { people: [user_id] },
        kind === 'block' ? 'user_blocked_soon' : 'user_deleted_soon',
        { day: inEachLanguage((language) => dayIn(language, day)) },
        { cause: leavingKey(kind, user_id, day, days_left) },
      )
  if (people.length === 0 || !(showsMails || (await mailing.senderOf(db, tenantId)))) return 0
  const source = await mailSource(db, 'user_ending', { tenantId, partnerId: unit.partner_id })
  let written = 0
  for (const { user_id, name, email, kind, day, days_left, ...person } of people) {
    const language = languageOf(person.language)
    const facts = { unit: unit.name, day: dayIn(language, day) }
    const values = { name, day: facts.day, event: leavingEvents[language][kind](facts) }
    const isNew = await writeMail(
      { db, enqueue: enqueueForTenant, tenantId, partnerId: unit.partner_id },
      {
        ...mailFrom(source, { language, values, url }),
        to: { address: email, name: null },
        purpose: `user.leaving_${kind}`,
        key: leavingKey(kind, user_id, day, days_left),
      },
    )
    if (isNew) written += 1
  }
  return written
}

/** The idempotency key of a mail and its notification. A later day is another event with another key. */
const leavingKey = (kind: Leaving, userId: string, day: string, daysLeft: number): string =>
  `leaving ${kind} ${userId} ${day} ${stageOf(daysLeft)}`

export { unitsToWarn } from './leaving-mail-store.ts'
