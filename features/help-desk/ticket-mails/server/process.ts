// The job of a stored mail: guards against loops, the sender, the text without quotes, the files. It acts as the person who sent the mail,
// with the rights that the person has at this moment, by the same command as an answer in the portal.
import { areHidden } from '#catalogue/screens.ts'
import { ticketMails as limits, tickets, upload } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { MailIn } from '#platform/server/config.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { JobContext, WaitingJobContext } from '#platform/server/jobs/job.ts'
import { type Actor, actorFrom, may } from '#platform/server/session/actor.ts'
import { addAnswer, type AnswerContext, uploadFile } from '#features/help-desk/tickets/server/commands.ts'
import { readMailInThread } from './read-in-thread.ts'
import { headersOf } from './mail-headers.ts'
import type { MailFile, ReadMail } from './read-mail.ts'
import { filesOnly } from './reply-lines.ts'
import { automaticReason, isProven, isSentBy, type Outcome, outcomeOf, outcomeOfPerson } from './rules.ts'
import * as store from './store.ts'
import { stripQuotes } from './strip-quotes.ts'

export type Processing = { mailIn: MailIn | null; storage: FileStorage }

/** The mail is no follow-up, for a reason that another attempt does not change. */
class Refusal extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(`${outcome.state}: ${outcome.reason}`)
    this.outcome = outcome
  }
}

const refuse = (state: Outcome['state'], reason: Outcome['reason']): never => {
  throw new Refusal({ state, reason })
}

export async function processMail(context: WaitingJobContext, id: string, processing: Processing): Promise<void> {
  const { transaction, isLastAttempt, log } = context
  try {
    await answer(context, id, processing)
  } catch (fault) {
    const outcome = outcomeOfFault(fault)
    if (!outcome && !isLastAttempt) throw fault
    // A dead letter has a list of its own, in which the people of the business unit try again.
    if (!outcome) log.warn({ err: fault, mail: id }, 'a mail of a ticket could not be processed')
    await transaction(async ({ db, tenantId, announce }) => {
      const mail = await store.findForUpdate(db, id)
      if (mail?.state !== 'received') return
      await store.settle(db, id, outcome ?? { state: 'dead', reason: 'failed' })
      // Open lists show that a mail waits for a decision.
      if (tenantId !== null) await announce({ kind: 'ticket_changed', tenantId, ticketId: mail.ticket_id })
    })
  }
}

function outcomeOfFault(fault: unknown): Outcome | undefined {
  if (fault instanceof Refusal) return fault.outcome
  return fault instanceof Failure ? outcomeOf(fault.code) : undefined
}

async function answer(context: WaitingJobContext, id: string, { mailIn, storage }: Processing): Promise<void> {
  const { transaction, tenantId } = context
  const mail = await transaction(({ db }) => store.findForUpdate(db, id))
  if (mail?.state !== 'received') return
  const raw = mail.path === null ? null : await storage.read(filePath(mail.path))
  if (raw === null) throw new Error('the original of a mail is missing')
  const read = (await readMailInThread(raw, tenantId ?? '')) ?? refuse('review', 'unreadable')
  if (!mail.is_accepted) checkSender(mail, raw, read, mailIn)
  const { text, rest } = stripQuotes(read.text)
  const files = read.files.filter(({ isDecoration }) => !isDecoration)
  if (text === '' && files.length === 0) refuse('review', 'empty')
  // Rights first, so that nobody without them stores files. The answer judges them again.
  await transaction((job) => acting(job, mail))
  const sent = await storeFiles(context, mail, files, storage)
  await transaction(async (job) => {
    const present = await store.findForUpdate(job.db, id)
    // Another attempt has completed the mail, or a person has discarded it.
    if (present?.state !== 'received') return
    const answering = await acting(job, present)
    const followUpId = await addAnswer(
      answering,
      {
        ticket_id: present.main_id,
        text: shortened(text === '' ? filesOnly[answering.actor.language] : text),
        status: null,
        internal: false,
        waits: false,
        attachments: sent.ids,
      },
      { rest: restOf(text, rest), refusedFiles: sent.refused },
    )
    await store.settle(job.db, id, { state: 'done', followUpId })
  })
}

/** Whether a person wrote it, and which one. */
function checkSender(mail: store.StoredMail, raw: Uint8Array, read: ReadMail, mailIn: MailIn | null): void {
  const headers = headersOf(raw)
  const { senders, isReport } = read
  if (mailIn) {
    const reason = automaticReason(headers, { hasNullSender: mail.has_null_sender, isReport, senders }, mailIn)
    if (reason) refuse('refused', reason)
  }
  if (!isSentBy(senders, mail.email)) refuse('review', 'sender')
  if (!isProven(headers, mail.email, mailIn?.authServer ?? null)) refuse('review', 'unproven')
}

/** The context of an answer by the person of the mail, in the transaction of the job. */
async function acting(job: JobContext, mail: store.StoredMail): Promise<AnswerContext> {
  const { db, clock, announce, enqueue, tenantId } = job
  const person = (await store.actAs(db, mail.user_id, mail.is_accepted)) ?? refuse('refused', 'access')
  if (person.refusal !== null || person.session === null) throw new Refusal(outcomeOfPerson(person.refusal ?? ''))
  const actor = actorFrom(person.session, 0)
  if (!may(actor, 'ticket.add') || areHidden(['help_desk', 'help_desk/{id}'], actor.hiddenMenu)) {
    refuse('refused', 'access')
  }
  const audit: AnswerContext['audit'] = (note) => writeAudit(db, auditActorOf(actor, tenantId), 'ticket.answered', note)
  return { db, actor, clock, announce, enqueue, audit }
}

const auditActorOf = ({ userId, email, name, partnerId }: Actor, tenantId: string | null) => ({
  actorId: userId,
  actorEmail: email,
  actorName: name,
  tenantId,
  partnerId,
  // A mail has no address that could be trusted.
  address: null,
})

type Sent = { ids: string[]; refused: string[] }

/** Stores the files as uploads of the person, with the checks of uploads. A refused file does not stop the others. */
async function storeFiles(
  context: WaitingJobContext,
  mail: store.StoredMail,
  files: readonly MailFile[],
  storage: FileStorage,
): Promise<Sent> {
  const { transaction } = context
  const sent: Sent = { ids: [], refused: [] }
  for (const { name, bytes } of files) {
    if (sent.ids.length === tickets.attachments || bytes.length > upload.bytes) {
      sent.refused.push(name)
      continue
    }
    try {
      const { actor } = await transaction((job) => acting(job, mail))
      const uploading: Parameters<typeof uploadFile>[0] = {
        actor,
        transaction: (work) =>
          transaction(async (job) => {
            const { db } = await acting(job, mail)
            const actorOfEntry = auditActorOf(actor, job.tenantId)
            return work({
              db,
              audit: (note) => writeAudit(db, actorOfEntry, 'ticket.attachment_added', note),
            })
          }),
      }
      sent.ids.push((await uploadFile(uploading, { name, fileBytes: bytes }, storage)).id)
    } catch (fault) {
      if (!(fault instanceof Failure) || fault.code === 'call.unavailable') throw fault
      sent.refused.push(name)
    }
  }
  return { ids: sent.ids, refused: sent.refused.slice(0, limits.parts) }
}

/** A longer text is cut; the rest then has all of it. */
const shortened = (text: string) => (text.length > tickets.length ? `${cut(text, tickets.length - 1)}…` : text)

function restOf(text: string, rest: string | null): string | null {
  const all = text.length > tickets.length ? [text, rest ?? ''].join('\n\n').trim() : rest
  return all === null ? null : cut(all, limits.shownText)
}

/** Does not cut a pair of surrogates in half. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
