import { afterEach, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, type Person } from '#testing/world.ts'
import { readLegalData, updateLegalData } from '../contract.ts'

const portal = testPortal()
const { masterOfAlfa: master } = people

type UpdateInput = SentOf<typeof updateLegalData>
const empty: UpdateInput = {
  version: 0,
  client_type: 'legal',
  cnpj_cpf: '',
  fantasy_name: '',
  state_registration: '',
  business_email: '',
  email_invoice: '',
  commercial_phone: '',
  contact_name: '',
  address: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  cep: '',
  state: null,
  pix_key: '',
}
const readLegalDataAs = async (caller: Person = master) => (await portal.as(caller).ask(readLegalData, {})).body
const update = (overrides: Partial<UpdateInput>, caller: Person = master) =>
  portal.as(caller).ask(updateLegalData, { ...empty, ...overrides })

afterEach(() => portal.platform((db) => db.deleteFrom('partner_legal_data').execute()))

it('is empty at first, and stores every field without punctuation', async () => {
  expect(await readLegalDataAs()).toMatchObject({ version: 0, client_type: 'legal', cnpj_cpf: null, can: ['update'] })
  const stored = {
    cnpj_cpf: '12.ABC.345/01DE-35',
    fantasy_name: 'Alfa Análises',
    state_registration: 'ISENTO',
    business_email: 'Contato@Alfa.example',
    email_invoice: 'Fatura@alfa.example; contas@alfa.example, fatura@alfa.example',
    cep: '59020-100',
    state: 'RN' as const,
    pix_key: '(84) 99999-1234',
    commercial_phone: '+55 (84) 3333-4444',
    contact_name: 'Marta',
    address: 'Rua das Dunas',
    number: '12 B',
    complement: 'Sala 3',
    neighborhood: 'Centro',
    city: 'Natal',
  }
  expect((await update(stored)).status).toBe(200)
  expect(await readLegalDataAs()).toMatchObject({
    ...stored,
    cnpj_cpf: '12ABC34501DE35',
    business_email: 'contato@alfa.example',
    email_invoice: ['fatura@alfa.example', 'contas@alfa.example'],
    cep: '59020100',
    pix_key: '+5584999991234',
    commercial_phone: '+558433334444',
    version: 1,
  })
  expect((await update({ ...empty, version: 1 })).status).toBe(200)
  expect(await readLegalDataAs()).toMatchObject({ cnpj_cpf: null, city: null, business_email: null, version: 2 })
})

it('refuses an address, a phone number, a postal code and a Pix key that are none, at their fields', async () => {
  const eleven = Array.from({ length: 11 }, (_, index) => `a${index}@alfa.example`).join(', ')
  for (const [field, text] of [
    ['email_invoice', 'fatura@alfa.example, sem arroba'],
    ['email_invoice', eleven],
    ['commercial_phone', '12345678'],
    ['cep', '5902010'],
    ['state', 'XX'],
    ['pix_key', '(84) 3333-4444'],
  ] as const) {
    const { status, raw } = await update({ [field]: text })
    expect([status, Object.keys(raw['errors'] ?? {})]).toEqual([400, [field]])
  }
})

it('refuses a tax id of the other kind, or with wrong check digits, at its field', async () => {
  for (const invalidInput of [
    { cnpj_cpf: '11.222.333/0001-82' },
    { cnpj_cpf: '529.982.247-25' },
    { cnpj_cpf: '11.222.333/0001-81', client_type: 'physical' as const },
  ]) {
    const { status, raw } = await update(invalidInput)
    expect([status, Object.keys(raw['errors'] ?? {})]).toEqual([400, ['cnpj_cpf']])
  }
  expect((await update({ cnpj_cpf: '529.982.247-25', client_type: 'physical' })).status).toBe(200)
  for (const invalidInput of [{ business_email: 'alfa' }, { commercial_phone: '123' }, { city: 'x'.repeat(101) }]) {
    expect((await update({ version: 1, ...invalidInput })).status).toBe(400)
  }
})

it('D2, D5: refuses a stale version, and writes the changes to the audit trail', async () => {
  expect((await update({ city: 'Natal' })).status).toBe(200)
  const stale = await update({ city: 'Recife' })
  expect([stale.status, stale.raw['key']]).toEqual([409, 'stale_version'])
  expect((await update({ city: 'Natal', version: 1 })).status).toBe(200)
  const entries = await portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['target_name', 'changes'])
      .where('event', '=', 'legal_data.updated')
      .where('target_id', '=', partners.alfa.id)
      .orderBy('at', 'desc')
      .limit(1)
      .execute(),
  )
  expect(entries).toMatchObject([{ target_name: partners.alfa.name, changes: { city: [null, 'Natal'] } }])
})

it('is also maintained by the staff of the platform, for a partner that they choose', async () => {
  const ofBeta = { parceiro_id: partners.beta.id }
  const unchosen = await portal.as('platform').ask(readLegalData, {})
  expect(unchosen.status).toBe(404)
  expect((await update({ city: 'Natal', ...ofBeta }, people.platform)).status).toBe(200)
  expect((await portal.as('platform').ask(readLegalData, ofBeta)).body).toMatchObject({
    name: partners.beta.name,
    city: 'Natal',
  })
  expect((await readLegalDataAs(people.masterOfBeta)).city).toBe('Natal')
})

it('Z1, Z7: is readable only by the partner’s staff outside of business units, at the partner’s host', async () => {
  expect((await update({ city: 'Natal' })).status).toBe(200)
  expect(await readLegalDataAs(people.masterOfBeta)).toMatchObject({ name: partners.beta.name, city: null, version: 0 })
  for (const caller of [people.adminOfNorte, people.userOfNorte, masterInNorte]) {
    expect([caller.name, (await portal.as(caller).ask(readLegalData, {})).status]).toEqual([caller.name, 403])
    expect([caller.name, (await update({ city: 'Recife', version: 1 }, caller)).status]).toEqual([caller.name, 403])
  }
  expect((await readLegalDataAs()).city).toBe('Natal')
  const ofAlfa = { parceiro_id: partners.alfa.id }
  expect((await portal.as('masterOfBeta').ask(readLegalData, ofAlfa)).body.name).toBe(partners.beta.name)
  const refused = await update({ city: 'Recife', version: 1, ...ofAlfa }, people.masterOfBeta)
  expect([refused.status, (await readLegalDataAs()).city]).toEqual([404, 'Natal'])
})
