import { sql } from 'kysely'
import { own, foreign, admin, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'
import { password, tenants } from '#testing/world.ts'

/** Adds a session of the administrator on another device. */
const newSession = async ({ db }: Made) => {
  const values = { user_id: admin.id, tenant_id, partner_id: tenants.norte.partner_id, host: admin.host }
  const rest = { auth_type: 'password', address: '127.0.0.1', expires_at: sql<Date>`now() + interval '1 hour'` }
  const made = db.insertInto('sessions').values({ ...values, ...rest, idle_minutes: 60 })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/profile': own(),
  'auth/profile/update': {
    who: seller,
    reach: 'own',
    // The version does not exist: each caller may change their own account, but this test must not change it.
    input: ({ unique }) => ({ version: 999, nome_usuario: `Quokka ${unique}`, phone: null, language: 'es' }),
    control: async ({ db }) => {
      const own = db.selectFrom('memberships').select('version').where('user_id', '=', seller.id)
      return { version: (await own.executeTakeFirstOrThrow()).version, language: 'es' }
    },
  },
  'auth/profile/password': {
    who: seller,
    reach: 'own',
    input: () => ({ current_password: 'nobody’s', password }),
    control: () => ({ current_password: password, password }),
  },
  'auth/profile/sessions': own(),
  'auth/profile/sessions/end': foreign(async (made) => ({ id: await newSession(made) })),
}
