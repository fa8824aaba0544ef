// Reseals the secrets of authenticator apps that were sealed with an earlier APP_SECRET. Until then they can still be unsealed.
import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { totpPurpose } from './service.ts'
import * as store from './store.ts'

export const resealFactors = (secrets: Secrets) =>
  job({
    name: 'two_factor.seal_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db, log }) => {
      if (!secrets.hasOld) return
      let resealed = 0
      for (const { user_id, secret_sealed } of await store.lockSealed(db)) {
        const sealed = secrets.sealedAnew(secret_sealed, totpPurpose)
        if (!sealed) continue
        await store.replaceSealed(db, user_id, sealed)
        resealed += 1
      }
      log.info({ resealed }, 'secrets of authenticator apps are sealed with the present APP_SECRET')
    },
  })
