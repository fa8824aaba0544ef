// Receives replies to mails about tickets, in the process that runs jobs: by SMTP, or from a mailbox.
import type { Config } from '#platform/server/config.ts'
import type { Enqueue, Log } from '#platform/server/jobs/job.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { startBoxReader, startReceiver } from '#features/help-desk/ticket-mails/server/commands.ts'
import { portFault } from './explain-fault.ts'
import type { Services } from './services.ts'

type Dependencies = Pick<Services, 'secrets' | 'storage'> & { config: Config; gate: Gate; enqueue: Enqueue; log: Log }

/** Answers how to stop it. @throws StartFault when the port is taken. */
export async function receiveMails({ config, log, ...needs }: Dependencies): Promise<() => Promise<void>> {
  const { mailIn } = config
  if (mailIn === null) return () => Promise.resolve()
  const receiving = { ...needs, mailIn }
  const { smtp, imapUrl } = mailIn
  if (imapUrl !== null) return startBoxReader(receiving, { imapUrl, log }).close
  if (smtp === null) return () => Promise.resolve()
  const receiver = await startReceiver(receiving, { ...smtp, log }).catch((fault: unknown) => {
    throw portFault(fault, smtp.port)
  })
  return receiver.close
}
