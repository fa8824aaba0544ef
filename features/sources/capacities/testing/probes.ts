import { AZURE_DOUBLE } from '#powerbi/testing/azure-double.ts'
import { DOUBLE } from '#powerbi/testing/power-bi-double.ts'
import { sealedDoubleSecret } from '#testing/double-secret.ts'
import { admin, foreign, own, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

const newAccount = async ({ db, unique }: Made, capacity_name: string = AZURE_DOUBLE.name) => {
  const values = {
    partner_id: tenants.norte.partner_id,
    tenant_id,
    name: `Quokka ${unique}`,
    kind: 'powerbi',
    directory_id: 'd',
    app_id: DOUBLE.appId,
    secret_sealed: sealedDoubleSecret,
    subscription_id: AZURE_DOUBLE.subscriptionId,
    resource_group: AZURE_DOUBLE.resourceGroup,
    capacity_name,
    capacity_size: 'A1',
  }
  return (await db.insertInto('embedding_accounts').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const newCapacity = async (made: Made, capacityName?: string) => {
  const values = {
    partner_id: tenants.norte.partner_id,
    tenant_id,
    name: `Quokka ${made.unique}`,
    account_id: await newAccount(made, capacityName),
  }
  return (await made.db.insertInto('capacities').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const ofCapacity = foreign(async (made) => ({ id: await newCapacity(made) }))

export const probes: Probes = {
  'auth/powerbi/resources/all': own(),
  'auth/powerbi/resources/export': own({ format: 'csv' }),
  'auth/powerbi/resources/all/select': own({ search: '' }),
  'auth/powerbi/resources/get': ofCapacity,
  'auth/powerbi/resources/add': {
    who: admin,
    reach: 'own',
    input: async (made) => ({
      name: `Novo ${made.unique}`,
      account_id: await newAccount(made),
      update_time: 60,
      inactive_minutes: null,
      wakes: 'S',
      hours: [],
      timezone: null,
      currency: 'BRL',
      prices: [],
    }),
  },
  'auth/powerbi/resources/update': foreign(async (made) => ({
    id: await newCapacity(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/powerbi/resources/delete': ofCapacity,
  'auth/powerbi/resources/start': foreign(async (made) => ({ id: await newCapacity(made, AZURE_DOUBLE.pausedName) })),
  'auth/powerbi/resources/pause': ofCapacity,
  'auth/powerbi/resources/resize': foreign(async (made) => ({ id: await newCapacity(made), size: 'A2' })),
  'auth/powerbi/resources/sizes': ofCapacity,
  'auth/powerbi/resources/changes': ofCapacity,
  'auth/powerbi/resources/costs': foreign(async (made) => ({ id: await newCapacity(made), month: '2026-11' })),
}
