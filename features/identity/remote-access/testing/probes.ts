import { sql } from 'kysely'
import { foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'

/** Adds a request for the session of a reader, by default of Norte's administrator. `requester` and `person` replace the two people. */
const newRequest = async (
  { db, unique }: Made,
  { asked: requester = people.adminOfNorte, of: person = people.otherUserOfNorte } = {},
) => {
  const { id } = await db
    .insertInto('remote_accesses')
    .values({
      tenant_id,
      user_id: person.id,
      requester_id: requester.id,
      requester_name: requester.name,
      requester_profile: 'admin',
      reason: `Quokka ${unique}`,
      left_path: '/user',
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a running access of the master to the session of Norte's administrator. */
const runAccess = async (made: Made) => {
  const { db } = made
  const id = await newRequest(made, { asked: masterInNorte, of: people.adminOfNorte })
  const session = await db
    .insertInto('sessions')
    .values({
      user_id: people.adminOfNorte.id,
      real_user_id: masterInNorte.id,
      tenant_id,
      partner_id: tenants.norte.partner_id,
      host: masterInNorte.host,
      auth_type: 'password',
      address: '127.0.0.1',
      expires_at: sql<Date>`now() + interval '1 hour'`,
      idle_minutes: 30,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('remote_accesses')
    .set({ answer: 'authorized', session_id: session.id, started_at: sql<Date>`now()`, ends_at: session.expires_at })
    .where('id', '=', id)
    .execute()
}

export const probes: Probes = {
  'auth/config/remote_config': own(),
  'auth/remote/request': foreign(() => ({ user_id: people.otherUserOfNorte.id, reason: 'Quokka' }), masterInNorte),
  'auth/remote/wait': foreign(async (made) => ({ token: await newRequest(made) })),
  'auth/remote/cancel': foreign(async (made) => ({ token: await newRequest(made) })),
  'auth/remote/answer': foreign(async (made) => ({
    token: await newRequest(made, { asked: masterInNorte, of: people.adminOfNorte }),
    answer: 'refuse',
  })),
  // Each caller may change their own consent and end accesses to themselves.
  'auth/remote/consent': { ...own({ allow: 'N' }), control: () => ({ allow: 'S' }) },
  'auth/remote/withdraw': {
    ...own(),
    control: async (made) => {
      await runAccess(made)
      return {}
    },
  },
}
