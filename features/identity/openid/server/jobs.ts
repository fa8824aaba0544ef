// Key rotation: seals the secrets of OpenID providers again that an earlier APP_SECRET sealed. Until then the earlier key opens them.
import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { secretPurpose } from './service.ts'
import * as store from './store.ts'

export const resealProviders = (secrets: Secrets) =>
  job({
    name: 'openid.seal_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db, log }) => {
      if (!secrets.hasOld) return
      let resealed = 0
      for (const { tenant_id, id, sealed } of await store.lockSealed(db)) {
        const anew = secrets.sealedAnew(sealed, secretPurpose)
        if (!anew) continue
        await store.replaceSealed(db, tenant_id, id, anew)
        resealed += 1
      }
      log.info({ resealed }, 'secrets of OpenID providers sealed with the present APP_SECRET')
    },
  })
