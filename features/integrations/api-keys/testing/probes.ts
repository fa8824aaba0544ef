import { randomBytes } from 'node:crypto'
import { addRecord, admin, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const made = async ({ db, unique }: Made) => ({
  id: await addRecord(db, 'api_keys', {
    tenant_id,
    name: `Quokka ${unique}`,
    owner_id: admin.id,
    host: admin.host,
    scopes: ['user.read'],
    token_hash: randomBytes(32),
    token_hint: 'abcd',
    expires_at: new Date(Date.now() + 30 * dayMs),
  }),
})

export const probes: Probes = {
  'auth/api_keys/all': own(),
  'auth/api_keys/add': {
    who: admin,
    reach: 'own',
    input: ({ unique }) => ({ name: `ERP ${unique}`, expires_on: inDays(30), scopes: ['user.read'], networks: [] }),
  },
  'auth/api_keys/update': foreign(async (context) => ({
    ...(await made(context)),
    version: 1,
    name: `ERP ${context.unique}`,
  })),
  'auth/api_keys/rotate': foreign(async (context) => ({ ...(await made(context)), expires_on: inDays(60) })),
  'auth/api_keys/delete': foreign(made),
}
