import { sql } from 'kysely'
import { own, foreign, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const newDeadJob = async ({ db, unique }: Made) => {
  const data = JSON.stringify({ tenant_id, slot: unique, input: { id: tenant_id } })
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, source_name, source_output)
    values ('dead_letters', ${data}::jsonb, 'mail.send', '{"message": "Quokka"}') returning id`.execute(db)
  return rows[0]?.id
}

export const probes: Probes = {
  'auth/jobs/all': own({}, people.platform),
  'auth/jobs/export': own({ format: 'csv' }, people.platform),
  'auth/jobs/retry': foreign(async (made) => ({ id: await newDeadJob(made) }), people.platform),
  'auth/jobs/delete': foreign(async (made) => ({ id: await newDeadJob(made) }), people.platform),
}
