import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { taskBatches } from '#catalogue/limits.ts'
import type { JobKind } from '#platform/server/jobs/job.ts'

const ofRun = z.object({ run_id: id() })

/** The jobs of tasks (jobs.ts): one run, several runs of a business unit together, a digest, and the request of a webhook. */
export const runKind = { name: 'task.run', scope: 'tenant', input: ofRun } satisfies JobKind
export const batchKind = {
  name: 'task.run_batch',
  scope: 'tenant',
  input: z.object({ run_ids: z.array(id()).max(taskBatches.runs) }),
} satisfies JobKind
export const digestKind = {
  name: 'task.send_digest',
  scope: 'tenant',
  input: z.object({ user_id: id() }),
} satisfies JobKind
export const webhookKind = { name: 'task.call_webhook', scope: 'tenant', input: ofRun } satisfies JobKind

/** Binds the sealed secret of a webhook to its use. */
export const webhookSecretPurpose = 'tasks.webhook_secret'
