// Key rotation: seals the secrets of embedded access anew that an earlier APP_SECRET sealed. Until then the earlier key still opens them.
import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { embeddedSecretPurpose } from './queries.ts'
import * as store from './store.ts'

export const resealEmbeddedSecrets = (secrets: Secrets) =>
  job({
    name: 'embedded_secret.seal_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db, log }) => {
      if (!secrets.hasOld) return
      let anew = 0
      for (const { tenant_id, sealed: before } of await store.lockSealed(db)) {
        const sealed = before && secrets.sealedAnew(before, embeddedSecretPurpose)
        if (!sealed) continue
        await store.replaceSealed(db, tenant_id, sealed)
        anew += 1
      }
      log.info({ anew }, 'secrets of embedded access are sealed with the present APP_SECRET')
    },
  })
