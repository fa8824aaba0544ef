import { foreign, type Made, ofThePlatform, own, type Probes, typed } from '#testing/probe.ts'
import { partners } from '#testing/world.ts'

export const newClient = async ({ db, unique }: Made) => {
  const values = { partner_id: partners.alfa.id, name: `Quokka ${unique}` }
  return (await db.insertInto('clients').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const blankClient = {
  customer_code: '',
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
  city: '',
  state: null,
  contract_date: null,
  seller: null,
  trial_period: null,
  payment_details: '',
  user_limit: null,
  price: '10',
  number_of_bonus: 0,
  domain_fee: '0',
  units: [],
} as const

export const probes: Probes = {
  'auth/client/all': own({}, ofThePlatform),
  'auth/client/export': own({ format: 'csv' }, ofThePlatform),
  'auth/client/options': own({}, ofThePlatform),
  'auth/client/get': foreign(async (made) => ({ id: await newClient(made) }), ofThePlatform),
  'auth/client/add': {
    who: ofThePlatform,
    reach: 'own',
    input: ({ unique }) => ({ ...blankClient, name: `Novo ${unique}`, parceiro_id: partners.alfa.id }),
  },
  'auth/client/update': foreign(
    async (made) => ({ id: await newClient(made), version: 1, name: `Outro ${made.unique}` }),
    ofThePlatform,
  ),
  'auth/client/delete': foreign(
    async (made) => ({ id: await newClient(made), name: typed(made.unique) }),
    ofThePlatform,
  ),
}
