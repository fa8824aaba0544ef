import { hash } from 'node:crypto'
import type { Database } from '#platform/server/database/kysely.ts'
import { own, foreign, tenant_id, resellers, type Probes } from '#testing/probe.ts'

/** A mail sender whose verification code is 1234 5678. No mail server answers at its host. */
const newSender = async (db: Database) => {
  const server = { host: 'localhost', port: 25, security: 'smtp', from_name: 'Q', from_address: 'q@example.com' }
  const code = { code_hash: hash('sha256', 'sender code 12345678', 'buffer'), code_expires_at: new Date('2100-01-01') }
  await db.deleteFrom('mail_senders').where('tenant_id', '=', tenant_id).execute()
  await db
    .insertInto('mail_senders')
    .values({ tenant_id, ...server, ...code })
    .execute()
}

export const probes: Probes = {
  'timezone/all': own(),
  'auth/config/getConfig': own(),
  'auth/config/get/whitelist/by/domain': foreign(() => ({ domain_id: tenant_id })),
  // No mail server listens at this host, so the test mail cannot be delivered.
  'auth/config/sender/test': own({
    name: 'Q',
    email: 'q@example.com',
    host: 'localhost',
    port: 25,
    protocol: 'smtp',
    user: null,
  }),
  'auth/config/addresses/try': own({ listIp: ['203.0.113.0/24'] }),
  'auth/config/reports/select': own({ search: '' }),
  'auth/config/sender/code': { ...own(), control: async ({ db }) => (await newSender(db), {}) },
  'auth/config/sender/prove': {
    ...own({ code: '0000 0000' }),
    control: async ({ db }) => (await newSender(db), { code: '1234 5678' }),
  },
  'auth/config/update': foreign(async ({ db }) => {
    const { version } = await db
      .selectFrom('settings')
      .select('version')
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow()
    return { version, relatorio_id: resellers }
  }),
}
