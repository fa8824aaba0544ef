import { sql } from 'kysely'
import { admin, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

/** Adds a device of Norte's administrator, whose session is another one. */
export const newDevice = async ({ db, unique }: Made): Promise<string> => {
  const values = { user_id: admin.id, tenant_id, partner_id: tenants.norte.partner_id, host: admin.host }
  const rest = { auth_type: 'password', address: '127.0.0.1', expires_at: sql<Date>`now() + interval '1 hour'` }
  const session = await db
    .insertInto('sessions')
    .values({ ...values, ...rest, idle_minutes: 60 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const device = await db
    .insertInto('push_devices')
    .values({
      tenant_id,
      user_id: admin.id,
      session_id: session.id,
      host: admin.host,
      endpoint: `https://push.example/${unique}`,
      p256dh: '-',
      auth_sealed: Buffer.from('-'),
      browser: `Quokka ${unique}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return device.id
}

export const probes: Probes = {
  'auth/push/devices': own(),
  'auth/push/devices/add': own({
    endpoint: 'https://push.example/probe',
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
  }),
  'auth/push/devices/renew': own({ endpoint: 'https://push.example/probe' }),
  'auth/push/devices/remove': foreign(async (made) => ({ id: await newDevice(made) })),
  'auth/push/choices/update': own({ muted: ['tasks'], quiet_from: '22:00', quiet_to: '07:00', timezone: 'UTC' }),
}
