import { own, foreign, ofThePlatform, typed, type Made, type Probes } from '#testing/probe.ts'

const newMember = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, email: `quokka-${unique}@example.com`, staff: 'a2m' }
  return (await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/platform/staff/all': own({}, ofThePlatform),
  'auth/platform/staff/export': own({ format: 'csv' }, ofThePlatform),
  'auth/platform/staff/add': {
    who: ofThePlatform,
    reach: 'own',
    input: ({ unique }) => ({ name: `Nova ${unique}`, email: `staff-${unique}@example.com`, language: 'pt-BR' }),
  },
  'auth/platform/staff/send/access': foreign(async (made) => ({ id: await newMember(made) }), ofThePlatform),
  'auth/platform/staff/change/seller': foreign(
    async (made) => ({ id: await newMember(made), seller: 'S' }),
    ofThePlatform,
  ),
  'auth/platform/staff/change/support_agent': foreign(
    async (made) => ({ id: await newMember(made), support_agent: 'N' }),
    ofThePlatform,
  ),
  'auth/platform/staff/delete': foreign(
    async (made) => ({ id: await newMember(made), name: typed(made.unique) }),
    ofThePlatform,
  ),
}
