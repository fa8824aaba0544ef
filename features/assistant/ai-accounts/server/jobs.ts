import { z } from 'zod'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { keyPurpose } from './commands.ts'
import * as store from './store.ts'

export const aiJobs = (secrets: Secrets): AnyJob[] => [
  resealJob(secrets, {
    name: 'ai_account.seal_anew',
    purpose: keyPurpose,
    lock: store.lockSealed,
    sealedOf: ({ sealed }) => sealed,
    replace: (db, { id }, sealed) => store.replaceSealed(db, id, sealed),
  }),
  job({
    name: 'ai_call.forget',
    scope: 'platform',
    isolation: 'statement',
    input: z.object({}),
    everySeconds: 86_400,
    run: ({ db }) => store.forgetOldCalls(db),
  }),
]
