import { own, foreign, tenant_id, ofAlfa, typed, type Made, type Probes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

const newTenant = async ({ db, unique }: Made) => {
  const values = { partner_id: tenants.norte.partner_id, name: `Quokka ${unique}`, subdomain: `quokka-${unique}` }
  return (await db.insertInto('tenants').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/companies/all': own({}, ofAlfa),
  'auth/companies/export': own({ format: 'csv' }, ofAlfa),
  'auth/companies/options': own({}, ofAlfa),
  'auth/companies/add': {
    who: ofAlfa,
    reach: 'own',
    input: ({ unique }) => ({ name: `Nova ${unique}`, subdomain: `nova-${unique}`, user_limit: 5 }),
  },
  'auth/companies/get': foreign(() => ({ id: tenant_id }), ofAlfa),
  'auth/companies/update': foreign(
    async (made) => ({ id: await newTenant(made), version: 1, name: `Outra ${made.unique}` }),
    ofAlfa,
  ),
  'auth/companies/delete': foreign(async (made) => ({ id: await newTenant(made), name: typed(made.unique) }), ofAlfa),
}
