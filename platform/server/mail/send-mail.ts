// The job that sends a mail of the outbox. A temporary failure is retried; a final refusal of the server is not. When the server may have
// accepted a mail without an answer, the mail is sent once more with the same Message-ID, and never a third time: then it is in doubt. A rare
// duplicate is better than a lost mail.
import { z } from 'zod'
import { type AnyJob, type WaitingJobContext, job, waitingJob } from '../jobs/job.ts'
import { claimMail, sendMail, sendPlatformMail, settleMail, waitingWithoutTry } from './mail.ts'
import { handOver } from './smtp.ts'
import { SmtpFault } from './smtp-fault.ts'
import type { Mailing, SenderOf } from './senders.ts'

/** Retries for about two hours. */
const retries = 14

export function mailJobs({ senderOf, hasPlatformSender }: Mailing): AnyJob[] {
  const run = (context: WaitingJobContext, { id }: { id: string }) => send(context, id, senderOf)
  return [
    waitingJob({ ...sendMail, retries, run }),
    waitingJob({ ...sendPlatformMail, retries, run }),
    // Mails that were written while there was no sender.
    job({
      name: 'mail.resume',
      scope: 'platform',
      isolation: 'enqueues',
      input: z.object({}),
      everySeconds: 300,
      run: async ({ db, enqueue }) => {
        for (const { id, tenant_id } of await waitingWithoutTry(db, hasPlatformSender)) {
          if (tenant_id === null) await enqueue(sendPlatformMail, { id })
          else await enqueue(sendMail, { id }, { tenantId: tenant_id })
        }
      },
    }),
  ]
}

async function send(context: WaitingJobContext, id: string, senderOf: SenderOf): Promise<void> {
  const { transaction, signal, isLastAttempt } = context
  const taken = await transaction(async ({ db, tenantId }) => {
    const found = await senderOf(db, tenantId)
    if (!found) return null
    const mail = await claimMail(db, id, found.sender.from.address)
    return mail && { ...found, mail }
  })
  // Without a sender the mail waits in the outbox. `mail.resume` enqueues it again when there is a sender.
  if (!taken) return
  const { sender, reach, mail } = taken
  if (mail === 'busy') throw new Error('another process is sending this mail')
  const settle = (outcome: Parameters<typeof settleMail>[2]) => transaction(({ db }) => settleMail(db, id, outcome))
  if (mail.uncertain > 1) return settle({ state: 'in_doubt', error: 'uncertain' })
  const fault = await faultOf(() => handOver(sender, mail, { reach, signal }))
  if (!fault) return settle({ state: 'sent' })
  const { isInDoubt: isUncertain, isFinal, message: error } = fault
  const doubts = mail.uncertain + (isUncertain ? 1 : 0)
  const isOver = isFinal || doubts > 1
  await settle({ state: stateAfter(isOver || isLastAttempt, doubts), error, isUncertain })
  if (!isOver) throw fault
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
