// The job that sends a mail of the outbox. A temporary failure is retried; a final refusal of the server is not. When the server may have
// accepted a mail without an answer, the mail is sent once more with the same Message-ID, and never a third time: then it is in doubt. A rare
// duplicate is better than a lost mail.
import { z } from 'zod'
import { type AnyJob, type WaitingJobContext, job, waitingJob } from '../jobs/job.ts'
import type { FileStorage } from '../files/storage.ts'
import { openAttachments } from './attachments.ts'
import { claimMail, deferMail, enqueueMail, sendMail, sendPlatformMail, settleMail, waitingWithoutTry } from './mail.ts'
import { handOver } from './smtp.ts'
import { AttachmentFault, SmtpFault } from './smtp-fault.ts'
import { type FoundSender, type Mailing, type MailOutcome, senderKey } from './senders.ts'

/** Retries for about two hours. */
const retries = 14

/** A mail server that hangs keeps two of six workers until the time limits end its attempts. */
const shares = { atOnce: 6, atOncePerGroup: 2 }

export function mailJobs(mailing: Mailing, storage: FileStorage): AnyJob[] {
  const { hasPlatformSender } = mailing
  const run = (context: WaitingJobContext, { id }: { id: string }) => send(context, id, { mailing, storage })
  return [
    waitingJob({ ...sendMail, ...shares, retries, run }),
    // All of them have the same sender.
    waitingJob({ ...sendPlatformMail, atOnce: shares.atOncePerGroup, retries, run }),
    // Mails that were written while there was no sender.
    job({
      name: 'mail.resume',
      scope: 'platform',
      isolation: 'enqueues',
      input: z.object({}),
      everySeconds: 300,
      run: async ({ db, enqueue }) => {
        for (const { id, tenant_id } of await waitingWithoutTry(db, hasPlatformSender)) {
          await enqueueMail({ db, enqueue, tenantId: tenant_id }, id)
        }
      },
    }),
  ]
}

type Services = { mailing: Mailing; storage: FileStorage }

async function send(context: WaitingJobContext, id: string, { mailing, storage }: Services): Promise<void> {
  const { transaction, signal, isLastAttempt } = context
  const taken = await transaction(async ({ db, tenantId }) => {
    const found = await mailing.senderOf(db, tenantId)
    if (!found) return null
    const refusal = mailing.breaker.refusal(senderKey(tenantId, found))
    if (refusal === null) return { found, mail: await claimMail(db, id, found.sender.from.address) }
    await deferMail(db, id, refusal, isLastAttempt)
    return { found, refusal }
  })
  // Without a sender the mail waits in the outbox. `mail.resume` enqueues it again when there is a sender.
  if (!taken) return
  const { found, refusal, mail } = taken
  if (refusal !== undefined) {
    mailing.attempted({ sender: found.kind, outcome: 'paused' })
    throw new Error(`the mail server is paused: ${refusal}`)
  }
  if (!mail) return
  if (mail === 'busy') throw new Error('another process is sending this mail')
  const settle = (outcome: Parameters<typeof settleMail>[2]) => transaction(({ db }) => settleMail(db, id, outcome))
  if (mail.uncertain > 1) return settle({ state: 'in_doubt', error: 'uncertain' })
  const { limits } = mailing
  const fault = await faultOf(async () => {
    const attachments = await openAttachments(storage, mail.files)
    await handOver(found.sender, { ...mail, attachments }, { reach: found.reach, limits, signal })
  })
  if (!(fault instanceof AttachmentFault)) report(context, mailing, found, fault)
  if (!fault) return settle({ state: 'sent' })
  const { isInDoubt: isUncertain, isFinal, message: error } = fault
  const doubts = mail.uncertain + (isUncertain ? 1 : 0)
  const isOver = isFinal || doubts > 1
  await settle({ state: stateAfter(isOver || isLastAttempt, doubts), error, isUncertain })
  if (!isOver) throw fault
}

/** Tells the breaker, the metrics and the log about an attempt. The log names the business unit of the sender, the metrics do not. */
function report({ tenantId, log }: WaitingJobContext, mailing: Mailing, found: FoundSender, fault: SmtpFault | null) {
  const { kind, sender } = found
  mailing.attempted({ sender: kind, outcome: outcomeOf(fault) })
  const facts = { sender: kind, tenantId: kind === 'own' ? tenantId : null, host: sender.host, port: sender.port }
  const change = mailing.breaker.note(senderKey(tenantId, found), fault?.isOfSender ? fault.message : null)
  if (change === 'paused') log.warn({ ...facts, fault: fault?.message }, 'a mail server fails, so its mails wait')
  if (change === 'resumed') log.info(facts, 'a mail server answers again')
}

function outcomeOf(fault: SmtpFault | null): MailOutcome {
  if (!fault) return 'sent'
  if (fault.isInDoubt) return 'in_doubt'
  return fault.isFinal ? 'refused' : 'failed'
}

/** A mail that may have arrived before has not failed, whatever its last attempt ends with. */
const stateAfter = (isOver: boolean, doubts: number) => (isOver ? (doubts > 0 ? 'in_doubt' : 'failed') : 'waiting')

async function faultOf(work: () => Promise<void>): Promise<SmtpFault | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof SmtpFault) return error
    throw error
  }
}
