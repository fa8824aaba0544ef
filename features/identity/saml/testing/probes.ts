import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { certificate, providerMetadata } from '#testing/identity-provider.ts'
import { masterInNorte } from '#testing/world.ts'

const provider = (unique: string) => ({
  name: `Quokka ${unique}`,
  entity_id: `https://idp.example/${unique}`,
  login_url: 'https://idp.example/sso',
})

const made = async ({ db, unique }: Made) => ({
  id: await addRecord(db, 'saml_apps', { tenant_id, ...provider(unique), certificates: [certificate] }),
})

const sent = ({ unique }: Made) => ({
  ...provider(`novo-${unique}`),
  logout_url: null,
  certificates: [certificate],
  name_id_format: 'unspecified',
  attributes: {},
  create_users: 'N',
  idp_initiated: 'N',
  status: 'S',
})

export const probes: Probes = {
  'auth/saml/all': own({}, masterInNorte),
  'auth/saml/all/select': own({}, masterInNorte),
  'auth/saml/export': own({ format: 'csv' }, masterInNorte),
  'auth/saml/companies/used': own({}, masterInNorte),
  'auth/saml/read/metadata': own({ metadata_xml: providerMetadata() }, masterInNorte),
  'auth/saml/get': foreign(made, masterInNorte),
  'auth/saml/add': { who: masterInNorte, reach: 'own', input: sent },
  'auth/saml/update': foreign(
    async (probeContext) => ({ ...(await made(probeContext)), version: 1, name: `Outro ${probeContext.unique}` }),
    masterInNorte,
  ),
  'auth/saml/change/status': foreign(
    async (probeContext) => ({ ...(await made(probeContext)), status: 'N' }),
    masterInNorte,
  ),
  'auth/saml/delete': foreign(made, masterInNorte),
}
