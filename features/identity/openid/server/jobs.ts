import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { secretPurpose } from './service.ts'
import * as store from './store.ts'

/** The job that seals the secrets of OpenID providers again after a key rotation. */
export const resealProviders = (secrets: Secrets) =>
  resealJob(secrets, {
    name: 'openid.seal_anew',
    purpose: secretPurpose,
    lock: store.lockSealed,
    sealedOf: ({ sealed }) => sealed,
    replace: (db, { tenant_id, id }, sealed) => store.replaceSealed(db, tenant_id, id, sealed),
  })
