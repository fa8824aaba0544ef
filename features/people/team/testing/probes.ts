import { own, foreign, ofAlfa, ofThePlatform, typed, withSecondFactor, type Made, type Probes } from '#testing/probe.ts'
import { password, tenants } from '#testing/world.ts'

/** Adds a master of Alfa; masters act from outside Norte. */
const newMaster = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, email: `quokka-${unique}@example.com`, staff: 'master' }
  const made = db.insertInto('users').values({ ...values, partner_id: tenants.norte.partner_id })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/partners/team/all': own({ parceiro_id: tenants.norte.partner_id }, ofAlfa),
  'auth/partners/team/export': own({ format: 'csv', parceiro_id: tenants.norte.partner_id }, ofAlfa),
  'auth/partners/team/add': foreign(
    ({ unique }) => ({
      name: `Nova ${unique}`,
      email: `team-${unique}@example.com`,
      language: 'pt-BR',
      password,
      parceiro_id: tenants.norte.partner_id,
    }),
    ofAlfa,
  ),
  'auth/partners/team/get': foreign(async (made) => ({ id: await newMaster(made) }), ofAlfa),
  'auth/partners/team/update': foreign(
    async (made) => ({ id: await newMaster(made), version: 1, name: `Outra ${made.unique}` }),
    ofAlfa,
  ),
  'auth/partners/team/change/status': foreign(async (made) => ({ id: await newMaster(made), status: 'B' }), ofAlfa),
  'auth/partners/team/reset/2fa': foreign(
    async (made) => ({ id: await withSecondFactor(made, await newMaster(made)) }),
    ofThePlatform,
  ),
  'auth/partners/team/delete': foreign(
    async (made) => ({ id: await newMaster(made), name: typed(made.unique) }),
    ofAlfa,
  ),
}
