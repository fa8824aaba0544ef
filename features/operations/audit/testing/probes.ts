import { own, foreign, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

const newEntry = async ({ db, unique }: Made) => {
  const values = {
    tenant_id,
    partner_id: tenants.norte.partner_id,
    event: 'user_group.added',
    target_name: `Quokka ${unique}`,
  }
  return (await db.insertInto('audit_entries').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/audit/all': own(),
  'auth/audit/get': foreign(async (made) => ({ id: await newEntry(made) })),
  'auth/audit/export': own({ format: 'csv' }),
}
