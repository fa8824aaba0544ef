import { addRecord, foreign, type Made, type Probes } from '#testing/probe.ts'
import { masterInNorte, tenants } from '#testing/world.ts'

/** Adds a person to the partner's other business unit. */
const personOfSul = async ({ db, unique }: Made) => {
  const values = { name: `Sula ${unique}`, email: `sul-${unique}@example.com`, home_tenant_id: tenants.sul.id }
  const id = await addRecord(db, 'users', values)
  await db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: id }).execute()
  return id
}

export const probes: Probes = {
  'auth/users/units': { who: masterInNorte, reach: 'own', input: () => ({}) },
  'auth/users/units/people/all': foreign(() => ({ unit_id: tenants.sul.id, search: 'Sul' }), masterInNorte),
  'auth/users/units/import': foreign(
    async (made) => ({ unit_id: tenants.sul.id, user_ids: [await personOfSul(made)], group_ids: [] }),
    masterInNorte,
  ),
}
