import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { masterInNorte } from '#testing/world.ts'

const connected = async ({ db, unique }: Made) => {
  await db.deleteFrom('scim_connections').where('tenant_id', '=', tenant_id).execute()
  const secret = { token_hash: Buffer.from(unique.padEnd(32, 'x')), token_hint: 'abcd' }
  return { id: await addRecord(db, 'scim_connections', { tenant_id, ...secret }) }
}

export const probes: Probes = {
  'auth/scim/token': own({}, masterInNorte),
  'auth/scim/add': {
    who: masterInNorte,
    reach: 'own',
    input: async ({ db }) => {
      await db.deleteFrom('scim_connections').where('tenant_id', '=', tenant_id).execute()
      return { enable: 'S', expires_at: null }
    },
  },
  'auth/scim/update': foreign(async (made) => ({ ...(await connected(made)), enable: 'N' }), masterInNorte),
  'auth/scim/delete': foreign(connected, masterInNorte),
}
