import { own, foreign, typed, type Made, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const newPartner = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, subdomain: `quokka-${unique}` }
  return (await db.insertInto('partners').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/partners/all': own({}, people.platform),
  'auth/partners/export': own({ format: 'csv' }, people.platform),
  'auth/partners/all/select': own({}, people.platform),
  'auth/partners/get': foreign(async (made) => ({ id: await newPartner(made) }), people.platform),
  'auth/partners/add': foreign(
    ({ unique }) => ({ name: `Nova ${unique}`, subdomain: `p-${unique}`, enabled: 'S', hidden_menu: [] }),
    people.platform,
  ),
  'auth/partners/update': foreign(
    async (made) => ({ id: await newPartner(made), version: 1, name: `Outra ${made.unique}` }),
    people.platform,
  ),
  'auth/partners/delete': foreign(
    async (made) => ({ id: await newPartner(made), name: typed(made.unique) }),
    people.platform,
  ),
}
