import { resealJob } from '../jobs/reseal-job.ts'
import type { Secrets } from '../secrets.ts'
import { senderPasswordPurpose } from './senders.ts'

/** Key rotation of the passwords of senders. */
export const resealSenders = (secrets: Secrets) =>
  resealJob(secrets, {
    name: 'mail_sender.seal_anew',
    purpose: senderPasswordPurpose,
    lock: (db) =>
      db
        .selectFrom('mail_senders')
        .select(['tenant_id', 'password_sealed'])
        .where('password_sealed', 'is not', null)
        .orderBy('tenant_id')
        .forUpdate()
        .execute(),
    sealedOf: ({ password_sealed }) => password_sealed,
    replace: async (db, { tenant_id }, password_sealed) => {
      await db.updateTable('mail_senders').set({ password_sealed }).where('tenant_id', '=', tenant_id).execute()
    },
  })
