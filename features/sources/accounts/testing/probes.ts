import { own, foreign, admin, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

const newAccount = async ({ db, unique }: Made) => {
  const values = {
    partner_id: tenants.norte.partner_id,
    tenant_id,
    name: `Quokka ${unique}`,
    kind: 'powerbi',
    directory_id: 'd',
    app_id: 'a',
    secret_sealed: Buffer.from('x'),
  }
  return (await db.insertInto('embedding_accounts').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/powerbi/all': own(),
  'auth/powerbi/all/select': own(),
  'auth/powerbi/export': own({ format: 'csv' }),
  'auth/powerbi/add': {
    who: admin,
    reach: 'own',
    input: ({ unique }) => ({
      name: `Conta ${unique}`,
      kind: 'powerbi',
      id_directory: 'd',
      id_app: 'a',
      id_object: null,
      secret: 'a secret',
    }),
  },
  'auth/powerbi/get': foreign(async (made) => ({ id: await newAccount(made) })),
  'auth/powerbi/update': foreign(async (made) => ({
    id: await newAccount(made),
    version: 1,
    name: `Outra ${made.unique}`,
  })),
  'auth/powerbi/delete': foreign(async (made) => ({ id: await newAccount(made) })),
  'auth/powerbi/test': foreign(async (made) => ({
    id: await newAccount(made),
    kind: 'local',
    id_directory: 'd',
    id_app: 'a',
    secret: 'wrong secret',
  })),
}
