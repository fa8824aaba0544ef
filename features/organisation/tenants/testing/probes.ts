import { randomUUID } from 'node:crypto'
import { own, foreign, tenant_id, ofAlfa, typed, type Made, type Probes } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'

const newTenant = async ({ db, unique }: Made) => {
  const values = { partner_id: tenants.norte.partner_id, name: `Quokka ${unique}`, subdomain: `quokka-${unique}` }
  return (await db.insertInto('tenants').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const order = ({ unique }: Made, unit_id: string) => ({
  unit_id,
  unit_name: `Quokka ${unique}`,
  partner_id: tenants.norte.partner_id,
  was_enabled: true,
  ordered_by_name: 'Quem pediu',
  erase_at: new Date('2031-01-01'),
})

/** A closed unit that somebody else ordered to be erased. */
const orderedTenant = async (made: Made) => {
  const id = await newTenant(made)
  await made.db
    .updateTable('tenants')
    .set({ enabled: false, erase_at: new Date('2031-01-01') })
    .where('id', '=', id)
    .execute()
  await made.db.insertInto('unit_erasures').values(order(made, id)).execute()
  return id
}

const provedErasure = async (made: Made) => {
  const done = { begun_at: new Date(), rows_erased_at: new Date(), proved_at: new Date(), document: '{}', sha256: 'x' }
  const row = { ...order(made, randomUUID()), ...done }
  return (await made.db.insertInto('unit_erasures').values(row).returning('id').executeTakeFirstOrThrow()).id
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
  'auth/companies/reopen': foreign(async (made) => ({ id: await orderedTenant(made) }), ofAlfa),
  'auth/companies/erasures/confirm': foreign(
    async (made) => ({ id: await orderedTenant(made), name: typed(made.unique) }),
    // A new person of the partner may not confirm.
    people.platform,
  ),
  'auth/companies/erasures/all': own({}, ofAlfa),
  'auth/companies/erasures/proof': foreign(async (made) => ({ id: await provedErasure(made), format: 'json' }), ofAlfa),
  'auth/companies/delete': foreign(async (made) => ({ id: await newTenant(made), name: typed(made.unique) }), ofAlfa),
}
