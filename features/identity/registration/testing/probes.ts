import { foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'

const waiting = async ({ db, unique }: Made) => {
  const values = {
    tenant_id,
    name: `Quokka ${unique}`,
    email: `${unique}@quokka.example`,
    language: 'pt-BR',
    password_hash: '-',
  }
  const { id } = await db
    .insertInto('registrations')
    .values({ ...values, state: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id }
}

export const probes: Probes = {
  'auth/registrations/all': own(),
  'auth/registrations/approve': foreign(waiting),
  'auth/registrations/decline': foreign(waiting),
}
