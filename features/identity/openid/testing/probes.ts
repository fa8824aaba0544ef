import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { masterInNorte } from '#testing/world.ts'

const provider = (unique: string) => ({
  name: `Quokka ${unique}`,
  kind: 'other',
  icon: 'key',
  issuer: `https://login.example/${unique}`,
  client_id: `portal-${unique}`,
})

const made = async ({ db, unique }: Made) => ({
  id: await addRecord(db, 'openid_providers', { tenant_id, ...provider(unique) }),
})

const sent = ({ unique }: Made) => ({
  ...provider(`novo-${unique}`),
  scopes: 'openid email',
  client_secret: 'quokka',
  attributes: {},
  create_users: 'N',
  link_users: 'N',
  domains: [],
  directories: [],
  status: 'S',
})

export const probes: Probes = {
  'auth/openid/all': own({}, masterInNorte),
  'auth/openid/all/select': own({}, masterInNorte),
  'auth/openid/export': own({ format: 'csv' }, masterInNorte),
  'auth/openid/test': own({ issuer: 'https://localhost' }, masterInNorte),
  'auth/openid/get': foreign(made, masterInNorte),
  'auth/openid/add': { who: masterInNorte, reach: 'own', input: sent },
  'auth/openid/update': foreign(
    async (probeContext) => ({ ...(await made(probeContext)), version: 1, name: `Outro ${probeContext.unique}` }),
    masterInNorte,
  ),
  'auth/openid/change/status': foreign(
    async (probeContext) => ({ ...(await made(probeContext)), status: 'N' }),
    masterInNorte,
  ),
  'auth/openid/delete': foreign(made, masterInNorte),
}
