// Secrets of accounts that an earlier APP_SECRET sealed are sealed with the present one. Until then they are read all the same.
import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { accountSecretPurpose } from './service.ts'
import * as store from './store.ts'

export const sealAccountsAnew = (secrets: Secrets) =>
  job({
    name: 'embedding_account.seal_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db, log }) => {
      if (!secrets.hasOld) return
      let anew = 0
      for (const { id, secret_sealed } of await store.lockSealed(db)) {
        const sealed = secrets.sealedAnew(secret_sealed, accountSecretPurpose)
        if (!sealed) continue
        await store.replaceSealed(db, id, sealed)
        anew += 1
      }
      log.info({ anew }, 'secrets of accounts are sealed with the present APP_SECRET')
    },
  })
