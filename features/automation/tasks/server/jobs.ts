import { z } from 'zod'
import { eachApart } from '#platform/server/jobs/each-apart.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { sendDigest } from './digest-job.ts'
import { batchKind, digestKind, runKind, webhookKind, webhookSecretPurpose } from './job-kinds.ts'
import { forgetEnded } from './silence-store.ts'
import * as store from './store.ts'
import { createTaskRuns } from './task-runs.ts'
import { createWebhookCalls } from './webhook-call.ts'

const forgetOldSilences = job({
  name: 'task.forget_old_runs',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => forgetEnded(db),
})

/** Key rotation: seals webhook secrets again that were sealed with an earlier APP_SECRET. */
const sealWebhooksAnew = (secrets: Secrets) =>
  job({
    name: 'task.seal_webhooks_anew',
    scope: 'platform',
    isolation: 'savepoint',
    input: z.object({}),
    everySeconds: 300,
    run: async (context) => {
      const { db } = context
      if (!secrets.hasOld) return
      await eachApart(context, await store.lockSealed(db), {
        job: 'task.seal_webhooks_anew',
        unitOf: () => null,
        work: async ({ id, sealed: before }) => {
          const sealed = before && secrets.sealedAnew(before, webhookSecretPurpose)
          if (sealed) await store.replaceSealed(db, id, sealed)
        },
      })
    },
  })

/** Bulkhead: a business unit whose servers do not answer leaves workers for the webhooks of the others. */
const webhookShares = { atOnce: 6, atOncePerGroup: 2 }

/** A business unit with many tasks, or a slow data source, leaves workers for the tasks of the others. */
const batchShares = { atOnce: 4, atOncePerGroup: 2 }

type Dependencies = { embedding: Embedding; outgoing: Outgoing; secrets: Secrets }

export function taskJobs({ embedding, outgoing, secrets }: Dependencies): AnyJob[] {
  const runs = createTaskRuns(embedding)
  const { callWebhook } = createWebhookCalls({ outgoing, secrets })
  return [
    waitingJob({
      ...batchKind,
      ...batchShares,
      retries: 4,
      run: (context, { run_ids }) => runs.runBatch(context, run_ids),
    }),
    waitingJob({ ...runKind, retries: 4, run: (context, { run_id }) => runs.run(context, run_id) }),
    waitingJob({
      ...webhookKind,
      ...webhookShares,
      retries: 6,
      run: (context, { run_id }) => callWebhook(context, run_id),
    }),
    job({ ...digestKind, retries: 4, run: (context, { user_id }) => sendDigest(context, user_id) }),
    forgetOldSilences,
    sealWebhooksAnew(secrets),
  ]
}
