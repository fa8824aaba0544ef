// Reseals sender passwords that were sealed with an earlier APP_SECRET. Until then they can still be unsealed.
import { z } from 'zod'
import { job } from '../jobs/job.ts'
import type { Secrets } from '../secrets.ts'
import { senderPasswordPurpose } from './senders.ts'

export const sealSendersAnew = (secrets: Secrets) =>
  job({
    name: 'mail_sender.seal_anew',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 300,
    run: async ({ db, log }) => {
      if (!secrets.hasOld) return
      const senders = await db
        .selectFrom('mail_senders')
        .select(['tenant_id', 'password_sealed'])
        .where('password_sealed', 'is not', null)
        .orderBy('tenant_id')
        .forUpdate()
        .execute()
      let anew = 0
      for (const { tenant_id, password_sealed: sealed } of senders) {
        const password_sealed = sealed && secrets.sealedAnew(sealed, senderPasswordPurpose)
        if (!password_sealed) continue
        await db.updateTable('mail_senders').set({ password_sealed }).where('tenant_id', '=', tenant_id).execute()
        anew += 1
      }
      log.info({ anew }, 'passwords of senders are sealed with the present APP_SECRET')
    },
  })
