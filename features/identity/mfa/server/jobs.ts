import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { totpPurpose } from './service.ts'
import * as store from './store.ts'

/** The job that seals the secrets of authenticator apps again after a key rotation. */
export const resealFactors = (secrets: Secrets) =>
  resealJob(secrets, {
    name: 'two_factor.seal_anew',
    purpose: totpPurpose,
    lock: store.lockSealed,
    sealedOf: ({ secret_sealed }) => secret_sealed,
    replace: (db, { user_id }, sealed) => store.replaceSealed(db, user_id, sealed),
  })
