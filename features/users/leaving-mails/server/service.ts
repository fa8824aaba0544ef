// Tells people by mail that they will be blocked or deleted: seven days before and one day before, each once.
import { languageOf } from '#catalogue/languages.ts'
import { mailFrom, mailSource } from '#features/notifications/templates/server/service.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { EnqueueHere, JobContext } from '#platform/server/jobs/job.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { dayIn, leavingEvents, stageOf } from './rules.ts'
import * as store from './store.ts'

export type LeavingMails = {
  hosts: Hosts
  mailing: Mailing
  /** True in the demo world, where the outbox shows the mails. */
  showsMails: boolean
}

/** Writes them by the template `user_ending`. Returns the number of written mails. Without a mail sender there are none: a mail that waits would arrive too late. */
export async function warnUnit(
  { db, enqueue }: Pick<JobContext, 'db' | 'enqueue'>,
  { hosts, mailing, showsMails }: LeavingMails,
  tenantId: string,
): Promise<number> {
  const unit = await store.unitOf(db, tenantId)
  if (!unit || !(showsMails || (await mailing.senderOf(db, tenantId)))) return 0
  const here: EnqueueHere = (kind, input, options) => enqueue(kind, input, { ...options, tenantId })
  const url = hosts.urlOf(hosts.domainOf(unit), '/signin')
  const people = await store.peopleToWarn(db, tenantId)
  if (people.length === 0) return 0
  const source = await mailSource(db, 'user_ending', { tenantId, partnerId: unit.partner_id })
  let written = 0
  for (const { user_id, name, email: address, kind, day, days_left, ...person } of people) {
    const language = languageOf(person.language)
    const facts = { unit: unit.name, day: dayIn(language, day) }
    const values = { name, day: facts.day, event: leavingEvents[language][kind](facts) }
    const isNew = await writeMail(
      { db, enqueue: here, tenantId, partnerId: unit.partner_id },
      {
        ...mailFrom(source, { language, values, url }),
        to: { address, name: null },
        purpose: `user.leaving_${kind}`,
        // A later day is another event, with mails of its own.
        key: `leaving ${kind} ${user_id} ${day} ${stageOf(days_left)}`,
      },
    )
    if (isNew) written += 1
  }
  return written
}

export { unitsToWarn } from './store.ts'
