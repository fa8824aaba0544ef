import { foreign, type Made, ofAlfa, ofThePlatform, own, type Probes, tenant_id, typed } from '#testing/probe.ts'
import { partners } from '#testing/world.ts'

const newDomain = async ({ db, unique }: Made, verified = false) => {
  const proof = verified ? { state: 'verified', proof: 'dns', verified_at: new Date() } : {}
  const values = { partner_id: partners.alfa.id, tenant_id, host: hostOf(unique), token: `t-${unique}`, ...proof }
  return (await db.insertInto('domains').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const hostOf = (unique: string) => `quokka_${unique}`.toLowerCase()

export const probes: Probes = {
  'auth/domain/all': own({}, ofAlfa),
  'auth/domain/export': own({ format: 'csv' }, ofAlfa),
  'auth/domain/options': own({}, ofAlfa),
  'auth/domain/get': foreign(async (made) => ({ id: await newDomain(made) }), ofAlfa),
  'auth/domain/add': foreign(({ unique }) => ({ name: `p-${unique}.example`.toLowerCase(), tenant_id }), ofAlfa),
  'auth/domain/check': foreign(async (made) => ({ id: await newDomain(made) }), ofAlfa),
  'auth/domain/main': foreign(async (made) => ({ id: await newDomain(made, true) }), ofAlfa),
  'auth/domain/confirm': foreign(async (made) => ({ id: await newDomain(made), reason: 'x' }), ofThePlatform),
  'auth/domain/delete': foreign(async (made) => ({ id: await newDomain(made), name: typed(made.unique) }), ofAlfa),
}
