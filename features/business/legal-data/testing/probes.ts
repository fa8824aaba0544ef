import { ofAlfa, own, type Probes } from '#testing/probe.ts'
import { partners } from '#testing/world.ts'

export const probes: Probes = {
  'auth/registration/get': own({}, ofAlfa),
  'auth/registration/address': own({ cep: '01310100' }, ofAlfa),
  'auth/registration/update': {
    who: ofAlfa,
    reach: 'own',
    input: async ({ db, unique }) => {
      const stored = await db
        .selectFrom('partner_legal_data')
        .select('version')
        .where('partner_id', '=', partners.alfa.id)
        .executeTakeFirst()
      return { ...blank, version: stored?.version ?? 0, city: `Natal ${unique}` }
    },
  },
}

const blank = {
  client_type: 'legal',
  cnpj_cpf: '',
  fantasy_name: '',
  state_registration: '',
  business_email: '',
  email_invoice: '',
  commercial_phone: '',
  contact_name: '',
  cep: '',
  address: '',
  number: '',
  complement: '',
  neighborhood: '',
  state: null,
  pix_key: '',
} as const
