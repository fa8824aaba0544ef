// Who answers with a mail: a member of the business unit, or one of the staff outside of it. Both use the commands of the portal, with the
// rights that the person has at this moment. Next: process.ts.
import { areHidden } from '#catalogue/screens.ts'
import type { Permission } from '#catalogue/access.ts'
import { type AuditNote, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { JobContext, WaitingJobContext } from '#platform/server/jobs/job.ts'
import { type Actor, actorFrom, may } from '#platform/server/session/actor.ts'
import { answerHandedTicket, uploadHandedFile } from '#features/help-desk/handed-tickets/server/commands.ts'
import { addAnswer, type FromMail, uploadFile } from '#features/help-desk/tickets/server/commands.ts'
import { refuse, Refusal } from './refusal.ts'
import { filesOnly } from './reply-lines.ts'
import { outcomeOfPerson } from './rules.ts'
import * as store from './store.ts'

/** Without a text it has files only. */
export type MailAnswer = { text: string; attachments: string[] }

export type Author = {
  /** @throws Refusal when the person may not answer now. */
  judge(job: JobContext, mail: store.StoredMail): Promise<void>
  /** Stores a file as an upload of the person, with the checks of uploads. Answers its id. */
  upload(
    context: WaitingJobContext,
    mail: store.StoredMail,
    file: { name: string; bytes: Uint8Array },
    storage: FileStorage,
  ): Promise<string>
  /** Adds the follow-up; answers its id. */
  answer(job: JobContext, mail: store.StoredMail, answer: MailAnswer, fromMail: FromMail): Promise<string>
}

type Person = Awaited<ReturnType<typeof store.actAs>>

/** The actor of a person whom the transaction acts as. */
function actorOf(person: Person, permission: Permission): Actor {
  if (!person) return refuse('refused', 'access')
  if (person.refusal !== null || person.session === null) throw new Refusal(outcomeOfPerson(person.refusal ?? ''))
  const actor = actorFrom(person.session, 0)
  const isHidden = areHidden(['help_desk', 'help_desk/{id}'], actor.hiddenMenu)
  return may(actor, permission) && !isHidden ? actor : refuse('refused', 'access')
}

/** Writes entries of a person. A mail has no address that could be trusted. */
const auditOf =
  (db: Database, { userId, email, name, partnerId, tenantId }: Actor, event: string) =>
  (note: AuditNote): Promise<void> =>
    writeAudit(
      db,
      { actorId: userId, actorEmail: email, actorName: name, tenantId, partnerId, address: null },
      event,
      note,
    )

const textIn = ({ language }: Actor, { text }: MailAnswer) => (text === '' ? filesOnly[language] : text)

/** The member of the mail, or the one who accepted it. A mail of a stranger never has the rights of its addressee. */
async function memberOf({ db }: JobContext, { accepted_by, user_id }: store.StoredMail): Promise<Actor> {
  const isAccepted = accepted_by !== null
  const id = accepted_by ?? user_id ?? refuse('refused', 'access')
  return actorOf(await store.actAs(db, id, isAccepted), isAccepted ? 'ticket.handle' : 'ticket.add')
}

export const member: Author = {
  judge: async (job, mail) => void (await memberOf(job, mail)),
  upload: async ({ transaction }, mail, { name, bytes }, storage) => {
    const actor = await transaction((job) => memberOf(job, mail))
    const uploading: Parameters<typeof uploadFile>[0] = {
      actor,
      transaction: (work) =>
        transaction(async (job) => {
          const present = await memberOf(job, mail)
          return work({ db: job.db, audit: auditOf(job.db, present, 'ticket.attachment_added') })
        }),
    }
    return (await uploadFile(uploading, { name, fileBytes: bytes }, storage)).id
  },
  answer: async (job, mail, answer, fromMail) => {
    const { db, clock, announce, enqueue } = job
    const actor = await memberOf(job, mail)
    return addAnswer(
      { db, actor, clock, announce, enqueue, audit: auditOf(db, actor, 'ticket.answered') },
      {
        ticket_id: mail.main_id,
        text: textIn(actor, answer),
        status: null,
        internal: false,
        waits: false,
        attachments: answer.attachments,
      },
      fromMail,
    )
  },
}

async function staffOf({ db }: JobContext, { staff_id }: store.StoredMail): Promise<Actor> {
  const person = await store.actAsStaff(db, staff_id ?? refuse('refused', 'access'))
  return actorOf(person, 'handed_ticket.handle')
}

/** One of the staff, in work across tenants: their rights to the ticket are those of their session outside of business units. */
export const staff: Author = {
  judge: async (job, mail) => void (await staffOf(job, mail)),
  upload: async ({ transaction }, mail, { name, bytes }, storage) => {
    const uploading: Parameters<typeof uploadHandedFile>[0] = {
      transaction: (work) =>
        transaction(async (job) => {
          const actor = await staffOf(job, mail)
          return work({ db: job.db, audit: auditOf(job.db, actor, 'handed_ticket.attachment_added') })
        }),
    }
    return (await uploadHandedFile(uploading, { ticketId: mail.main_id, name, fileBytes: bytes }, storage)).id
  },
  answer: async (job, mail, answer, fromMail) => {
    const { db, enqueue } = job
    const actor = await staffOf(job, mail)
    return answerHandedTicket(
      { db, enqueue, audit: auditOf(db, actor, 'handed_ticket.answered') },
      {
        ticket_id: mail.main_id,
        text: textIn(actor, answer),
        status: null,
        internal: false,
        waits: false,
        attachments: answer.attachments,
      },
      fromMail,
    )
  },
}
