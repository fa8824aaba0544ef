// Key rotation: re-encrypts account secrets that an earlier APP_SECRET encrypted. Until then the earlier key still decrypts them.
import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { accountSecretPurpose } from './commands.ts'
import * as store from './store.ts'

export const resealAccounts = (secrets: Secrets) =>
  job({
    name: 'embedding_account.seal_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db, log }) => {
      if (!secrets.hasOld) return
      let resealed = 0
      for (const { id, secret_sealed } of await store.lockSealed(db)) {
        const sealed = secrets.sealedAnew(secret_sealed, accountSecretPurpose)
        if (!sealed) continue
        await store.replaceSealed(db, id, sealed)
        resealed += 1
      }
      log.info({ resealed }, 'account secrets re-encrypted with the present APP_SECRET')
    },
  })
