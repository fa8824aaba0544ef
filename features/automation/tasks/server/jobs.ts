import { z } from 'zod'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { runKind, createTaskRuns, webhookKind, webhookSecretPurpose } from './commands.ts'
import * as store from './store.ts'

const forgetOldRuns = job({
  name: 'task.forget_old_runs',
  scope: 'platform',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => store.forgetOldRuns(db),
})

/** Key rotation: seals webhook secrets again that were sealed with an earlier APP_SECRET. */
const sealWebhooksAnew = (secrets: Secrets) =>
  job({
    name: 'task.seal_webhooks_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db }) => {
      if (!secrets.hasOld) return
      for (const { id, sealed: before } of await store.lockSealed(db)) {
        const sealed = before && secrets.sealedAnew(before, webhookSecretPurpose)
        if (sealed) await store.replaceSealed(db, id, sealed)
      }
    },
  })

type Dependencies = { embedding: Embedding; outgoing: Outgoing; secrets: Secrets }

export function taskJobs({ embedding, outgoing, secrets }: Dependencies): AnyJob[] {
  const runs = createTaskRuns({ embedding, outgoing, secrets })
  return [
    waitingJob({ ...runKind, retries: 4, run: (context, { run_id }) => runs.run(context, run_id) }),
    waitingJob({ ...webhookKind, retries: 6, run: (context, { run_id }) => runs.callWebhook(context, run_id) }),
    forgetOldRuns,
    sealWebhooksAnew(secrets),
  ]
}
