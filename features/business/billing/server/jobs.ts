// Writes the mails of bills: one for each address, with the file of the bill. A bill that is overdue is reminded of once.
import { z } from 'zod'
import { id, month } from '#catalogue/fields.ts'
import { mailFrom, mailSource } from '#features/messaging/templates/server/commands.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import type { AuditNote } from '#platform/server/audit.ts'
import { billFile, issuedBill } from './bill-file.ts'
import { fileName, mailValues } from './bill-pdf.ts'
import { issueBills } from './commands.ts'
import { sendKind } from './send-kind.ts'
import * as store from './store.ts'

/** One client, so that a client whose bill cannot be issued keeps no other one waiting. */
export const issueKind = {
  name: 'bill.issue',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ client_id: id(), month: month() }),
} as const

const templates = { bill: 'bill_sent', reminder: 'bill_overdue' } as const

export const billJobs = ({ storage }: { storage: FileStorage }): AnyJob[] => [
  job({
    name: 'bill.find_issues',
    scope: 'platform',
    isolation: 'enqueues',
    input: z.object({}),
    everySeconds: 3_600,
    run: async ({ db, enqueue }) => {
      for (const draft of await store.draftsToIssue(db)) await enqueue(issueKind, draft)
    },
  }),
  job({
    ...issueKind,
    run: async ({ db, enqueue, audit }, { client_id, month }) => {
      await store.actAsPlatform(db)
      // The rule may have changed since the job was enqueued. The lock waits for a change that goes on.
      await store.lockClients(db, [client_id])
      if (!(await store.draftsToIssue(db, client_id)).some((draft) => draft.month === month)) return
      const write = { db, enqueue, audit: (note: AuditNote) => audit('bill.issued', note) }
      await issueBills(write, { month, clients: [client_id], sentBy: null })
    },
  }),
  job({
    name: 'bill.remind',
    scope: 'platform',
    isolation: 'enqueues',
    input: z.object({}),
    everySeconds: 3_600,
    run: async ({ db, enqueue }) => {
      for (const bill_id of await store.addReminders(db)) await enqueue(sendKind, { bill_id })
    },
  }),
  waitingJob({
    ...sendKind,
    retries: 6,
    run: async ({ transaction, acrossTenants }, { bill_id }) => {
      const found = await transaction(({ db }) => store.find(db, bill_id))
      // A bill that was voided meanwhile is not sent.
      if (found?.state !== 'issued') return
      const bill = issuedBill(found)
      const { path } = await billFile({ storage, acrossTenants }, bill)
      const owner = { tenantId: null, partnerId: bill.partner_id }
      await transaction(async ({ db, enqueue }) => {
        for (const { key, address, purpose } of await store.sendsToWrite(db, bill_id)) {
          const source = await mailSource(db, templates[purpose], owner)
          const { language } = bill.customer
          const written = mailFrom(source, { language, values: mailValues(bill), url: null })
          await writeMail(
            { db, enqueue, ...owner },
            {
              to: { address, name: null },
              ...written,
              purpose: templates[purpose] === 'bill_sent' ? 'bill.sent' : 'bill.overdue',
              key,
              attachments: [{ path, name: fileName(bill), type: 'application/pdf' }],
            },
          )
        }
        await store.noteMailed(db, bill_id)
      })
    },
  }),
]
