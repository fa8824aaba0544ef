// The job of a stored mail: guards against loops, the sender, the text without quotes, the files. It acts as the person who sent the mail,
// with the rights that the person has at this moment, by the same command as an answer in the portal. Next: author.ts (the person).
import { ticketMails as limits, tickets, upload } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'
import type { MailIn } from '#platform/server/config.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { WaitingJobContext } from '#platform/server/jobs/job.ts'
import { type Author, member, staff } from './author.ts'
import { readMailInThread } from './read-in-thread.ts'
import { headersOf } from './mail-headers.ts'
import type { MailFile, ReadMail } from './read-mail.ts'
import { refuse, Refusal } from './refusal.ts'
import { withoutTokens } from './reply-address.ts'
import { automaticReason, isProven, isSentBy, type Outcome, outcomeOf } from './rules.ts'
import * as store from './store.ts'
import { stripQuotes } from './strip-quotes.ts'

export type Processing = { mailIn: MailIn | null; storage: FileStorage }

export async function processMail(context: WaitingJobContext, id: string, processing: Processing): Promise<void> {
  const { transaction, isLastAttempt, log } = context
  try {
    await answer(context, id, processing)
  } catch (fault) {
    const outcome = outcomeOfFault(fault)
    if (!outcome && !isLastAttempt) throw fault
    // A dead letter has a list of its own, in which the people of the business unit try again.
    if (!outcome) log.warn({ err: fault, mail: id }, 'a mail of a ticket could not be processed')
    await transaction(async ({ db, announce }) => {
      const mail = await store.findForUpdate(db, id)
      if (mail?.state !== 'received') return
      await store.settle(db, id, outcome ?? { state: 'dead', reason: 'failed' })
      // Open lists show that a mail waits for a decision.
      await announce({ kind: 'ticket_changed', tenantId: mail.tenant_id, ticketId: mail.ticket_id })
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
  const isOfStaff = isSentByStaff(mail)
  // A mail of the staff has a job across tenants, and an accepted one that of the business unit.
  if (isOfStaff !== (tenantId === null)) return
  const author = isOfStaff ? staff : member
  const raw = mail.path === null ? null : await storage.read(filePath(mail.path))
  if (raw === null) throw new Error('the original of a mail is missing')
  const read = (await readMailInThread(raw, mail.tenant_id)) ?? refuse('review', 'unreadable')
  if (mail.accepted_by === null) checkSender(mail, raw, read, mailIn)
  const { text, rest } = stripQuotes(withoutTokens(read.text))
  const files = read.files.flatMap(({ name, bytes, isDecoration }) =>
    isDecoration ? [] : [{ name: withoutTokens(name), bytes }],
  )
  if (text === '' && files.length === 0) refuse('review', 'empty')
  // Rights first, so that nobody without them stores files. The answer judges them again.
  await transaction((job) => author.judge(job, mail))
  const sent = await storeFiles(context, { mail, author }, files, storage)
  await transaction(async (job) => {
    const present = await store.findForUpdate(job.db, id)
    // Another attempt has completed the mail, or a person has discarded it.
    if (present?.state !== 'received' || isSentByStaff(present) !== isOfStaff) return
    const followUpId = await author.answer(
      job,
      present,
      { text: shortened(text), attachments: sent.ids },
      {
        rest: restOf(text, rest),
        refusedFiles: sent.refused,
        accepted: present.accepted_by === null ? null : { sender: present.sender, asks: present.asks },
      },
    )
    await store.settle(job.db, id, { state: 'done', followUpId })
  })
}

/** Staff outside of the business unit answer; an accepted mail is an answer of the member who accepted it. */
export const isSentByStaff = ({ staff_id, accepted_by }: Pick<store.StoredMail, 'staff_id' | 'accepted_by'>): boolean =>
  staff_id !== null && accepted_by === null

/** Whether a person wrote it, and which one. */
function checkSender(mail: store.StoredMail, raw: Uint8Array, read: ReadMail, mailIn: MailIn | null): void {
  const headers = headersOf(raw)
  const { senders, isReport } = read
  const email = mail.email ?? refuse('refused', 'access')
  if (mailIn) {
    const reason = automaticReason(headers, { hasNullSender: mail.has_null_sender, isReport, senders }, mailIn)
    if (reason) refuse('refused', reason)
  }
  if (!isSentBy(senders, email)) refuse('review', 'sender')
  const authServer = mailIn?.authServer ?? null
  // Staff speak for the platform or for a partner, so that the address in From alone is never enough.
  const isCertain = authServer === null ? mail.staff_id === null : isProven(headers, email, authServer)
  if (!isCertain) refuse('review', 'unproven')
}

type Sent = { ids: string[]; refused: string[] }

/** Stores the files as uploads of the person. A refused file does not stop the others. */
async function storeFiles(
  context: WaitingJobContext,
  { mail, author }: { mail: store.StoredMail; author: Author },
  files: readonly Pick<MailFile, 'name' | 'bytes'>[],
  storage: FileStorage,
): Promise<Sent> {
  const sent: Sent = { ids: [], refused: [] }
  for (const file of files) {
    if (sent.ids.length === tickets.attachments || file.bytes.length > upload.bytes) {
      sent.refused.push(file.name)
      continue
    }
    try {
      sent.ids.push(await author.upload(context, mail, file, storage))
    } catch (fault) {
      if (!(fault instanceof Failure) || fault.code === 'call.unavailable') throw fault
      sent.refused.push(file.name)
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
