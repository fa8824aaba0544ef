import { z } from 'zod'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { secretPurpose, sendKind, sendSoon } from './commands.ts'
import { createSending } from './sending.ts'
import * as store from './store.ts'

/** Bulkhead: a business unit whose endpoints do not answer leaves workers for the others. */
const shares = { atOnce: 6, atOncePerGroup: 2 }

/** Finds retries that are due, events of triggers, and what a worker that died has left. */
const findDue = job({
  name: 'webhook.find_due',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 15,
  run: async ({ db, enqueue }) => {
    for (const tenantId of await store.unitsWithDue(db)) await sendSoon({ enqueue, tenantId })
  },
})

const forget = job({
  name: 'webhook.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => store.forgetOld(db),
})

export function webhookJobs({ outgoing, secrets }: { outgoing: Outgoing; secrets: Secrets }): AnyJob[] {
  const { sendDue } = createSending({ outgoing, secrets })
  return [
    waitingJob({ ...sendKind, ...shares, retries: 2, run: sendDue }),
    findDue,
    forget,
    ...store.sealedColumns.map((column) =>
      resealJob(secrets, {
        name: column === 'secret_sealed' ? 'webhook.seal_anew' : 'webhook.seal_old_anew',
        purpose: secretPurpose,
        lock: (db) => store.lockSealed(db, column),
        sealedOf: ({ sealed }) => sealed,
        replace: (db, { id }, sealed) => store.replaceSealed(db, column, id, sealed),
      }),
    ),
  ]
}
