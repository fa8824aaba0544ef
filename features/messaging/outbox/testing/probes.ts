import { own, foreign, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

const newMail = async ({ db, unique }: Made) => {
  const mail = { purpose: 'test.sent', subject: `Quokka ${unique}`, body_text: 'Quokka', body_html: 'Quokka' }
  const values = {
    tenant_id,
    partner_id: tenants.norte.partner_id,
    idempotency_key: unique,
    to_address: 'q@example.com',
    ...mail,
  }
  return (
    await db
      .insertInto('mails')
      .values({ ...values, state: 'failed' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

export const probes: Probes = {
  'auth/mails/all': own(),
  'auth/mails/export': own({ format: 'csv' }),
  'auth/mails/get': foreign(async (made) => ({ id: await newMail(made) })),
  'auth/mails/server': own(),
  'auth/mails/test': own(),
  'auth/mails/retry': foreign(async (made) => ({ id: await newMail(made) })),
}
