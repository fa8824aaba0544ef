import { resealJob } from '#platform/server/jobs/reseal-job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { accountSecretPurpose } from './commands.ts'
import * as store from './store.ts'

/** Rotates the key of the secrets of accounts. */
export const resealAccounts = (secrets: Secrets) =>
  resealJob(secrets, {
    name: 'embedding_account.seal_anew',
    purpose: accountSecretPurpose,
    lock: store.lockSealed,
    sealedOf: ({ secret_sealed }) => secret_sealed,
    replace: (db, { id }, sealed) => store.replaceSealed(db, id, sealed),
  })
