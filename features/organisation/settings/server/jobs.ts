import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { embeddedSecretPurpose } from './queries.ts'
import * as store from './store.ts'

/** The job that seals the secrets of embedded access again after a key rotation. */
export const resealEmbeddedSecrets = (secrets: Secrets) =>
  resealJob(secrets, {
    name: 'embedded_secret.seal_anew',
    purpose: embeddedSecretPurpose,
    lock: store.lockSealed,
    sealedOf: ({ sealed }) => sealed,
    replace: (db, { tenant_id }, sealed) => store.replaceSealed(db, tenant_id, sealed),
  })
