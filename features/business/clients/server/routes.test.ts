import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { changeSeller, listStaff } from '#features/people/staff/contract.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { addTenant, readTenant } from '#features/organisation/tenants/contract.ts'
import { addUser } from '#features/people/users/contract.ts'
import type { ReceivedOf, SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'
import * as calls from '../contract.ts'
import { blankClient } from '../testing/probes.ts'

const portal = testPortal()
const platform = () => portal.as('platform')
const { norte, sul, leste } = tenants

let made = 0
const client = (overrides: Partial<SentOf<typeof calls.addClient>> = {}): SentOf<typeof calls.addClient> => {
  made += 1
  return { ...blankClient, name: `Cliente ${made}`, parceiro_id: partners.alfa.id, units: [], ...overrides }
}
async function added(overrides: Partial<SentOf<typeof calls.addClient>> = {}): Promise<string> {
  const { status, body, raw } = await platform().ask(calls.addClient, client(overrides))
  expect([status, raw.errors]).toEqual([200, undefined])
  return body.id
}
const readClientById = async (id: string): Promise<ReceivedOf<typeof calls.readClient>> =>
  (await platform().ask(calls.readClient, { id })).body
const change = async (id: string, sent: object) => {
  const { version } = await readClientById(id)
  return platform().ask(calls.updateClient, { id, version, ...sent })
}
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

afterEach(() =>
  portal.platform(async (db) => {
    await db.updateTable('tenants').set({ client_id: null, client_standing: null, user_limit: 50 }).execute()
    await db.deleteFrom('clients').execute()
  }),
)

describe('clients', () => {
  it('are added with every field, listed, searched by their tax id, filtered and read', async () => {
    const id = await added({
      name: 'Vale Verde',
      customer_code: 'C-17',
      cnpj_cpf: '11.222.333/0001-81',
      fantasy_name: 'Verde',
      business_email: 'Oi@Verde.example',
      commercial_phone: '(84) 3333-4444',
      email_invoice: 'contas@verde.example; Dono@verde.example',
      cep: '59020-100',
      state: 'RN',
      language: 'en-US',
      sends_bills: 'S',
      reminds: 'S',
      contract_date: '2026-01-15',
      payment_details: 'Pix: 1\nConta: 2',
      user_limit: 100,
      price: '19.9',
      number_of_bonus: 3,
      domain_fee: '50',
      units: [norte.id, sul.id, norte.id],
    })
    expect(await readClientById(id)).toMatchObject({
      name: 'Vale Verde',
      cnpj_cpf: '11222333000181',
      business_email: 'oi@verde.example',
      commercial_phone: '+558433334444',
      email_invoice: ['contas@verde.example', 'dono@verde.example'],
      cep: '59020100',
      state: 'RN',
      language: 'en-US',
      sends_bills: true,
      reminds: true,
      contract_date: '2026-01-15',
      trial_period: null,
      price: '19.90',
      domain_fee: '50.00',
      parceiro_id: partners.alfa.id,
      partner: 'Alfa',
      people: 5,
      units: [{ name: 'Norte' }, { name: 'Sul' }],
      can: ['update', 'remove'],
    })
    await added({ name: 'Outra', parceiro_id: partners.beta.id, client_type: 'physical' })
    for (const options of [
      { search: '11.222.333' },
      { search: 'c-17' },
      { client_type: 'legal' as const },
      { parceiro_id: partners.alfa.id },
    ]) {
      const { body } = await platform().ask(calls.listClients, options)
      expect([options, body.data.map(({ name }) => name)]).toEqual([options, ['Vale Verde']])
    }
    expect((await platform().ask(readTenant, { id: norte.id })).body.client).toEqual({ id, name: 'Vale Verde' })
    expect((await portal.as('masterOfAlfa').ask(readTenant, { id: norte.id })).body.client?.name).toBe('Vale Verde')
  })

  it.each(['masterOfAlfa', 'adminOfNorte', 'userOfNorte'] as const)('Z1: refuse %s', async (caller) => {
    const id = await added()
    const asker = portal.as(caller)
    const answers = [
      await asker.ask(calls.listClients, {}),
      await asker.ask(calls.readClient, { id }),
      await asker.ask(calls.readClientOptions, {}),
      await asker.ask(calls.addClient, client()),
      await asker.ask(calls.updateClient, { id, version: 1, name: 'X' }),
      await asker.ask(calls.removeClient, { id, name: 'X' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })

  it('have a name, a code and a tax id of their own, with the fault at its field', async () => {
    const taken = { name: 'Única', customer_code: 'U1', cnpj_cpf: '529.982.247-25', client_type: 'physical' as const }
    await added(taken)
    for (const [duplicate, key, field] of [
      [{ name: 'Única' }, 'client_already_exists', 'name'],
      [{ customer_code: 'U1' }, 'client_code_already_exists', 'customer_code'],
      [{ cnpj_cpf: '52998224725', client_type: 'physical' }, 'client_tax_id_already_exists', 'cnpj_cpf'],
      [{ cnpj_cpf: '52998224726', client_type: 'physical' }, 'invalid', 'cnpj_cpf'],
      [{ price: '1.999' }, 'invalid', 'price'],
      [{ price: '-1' }, 'invalid', 'price'],
      [{ user_limit: 0 }, 'invalid', 'user_limit'],
    ] as const) {
      const { raw } = await platform().ask(calls.addClient, client(duplicate))
      expect([duplicate, raw.key, Object.keys(raw.errors as object)]).toEqual([duplicate, key, [field]])
    }
    const id = await added({ cnpj_cpf: '11.222.333/0001-81' })
    const other = await change(id, { client_type: 'physical' })
    expect([other.status, Object.keys(other.raw.errors as object)]).toEqual([400, ['cnpj_cpf']])
  })

  it('have units of their partner that no other client has, and give them up', async () => {
    const id = await added({ units: [norte.id] })
    const taken = await platform().ask(calls.addClient, client({ units: [norte.id] }))
    expect([taken.status, taken.raw.key]).toEqual([409, 'client_unit_taken'])
    const foreign = await change(id, { units: [norte.id, leste.id] })
    expect([foreign.status, foreign.raw.key]).toEqual([400, 'client_unit_of_other_partner'])
    expect((await change(id, { units: ['00000002-0000-4000-8000-000000000099'] })).status).toBe(404)
    const removal = await platform().ask(calls.removeClient, {
      id,
      name: (await readClientById(id)).name.toUpperCase().replaceAll(' ', '_'),
    })
    expect([removal.status, removal.raw.key]).toEqual([409, 'client_has_units'])
    expect((await change(id, { units: [] })).status).toBe(200)
    const mistyped = await platform().ask(calls.removeClient, { id, name: 'cliente' })
    expect([mistyped.status, mistyped.raw.key]).toEqual([400, 'name_mistyped'])
    const name = (await readClientById(id)).name.toUpperCase().replaceAll(' ', '_')
    expect((await platform().ask(calls.removeClient, { id, name })).status).toBe(200)
    expect((await platform().ask(calls.readClient, { id })).status).toBe(404)
  })

  it('T6: of two clients that take one unit at once, one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => platform().ask(calls.addClient, client({ units: [sul.id] }))),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
  })

  it('D2, D5: refuse a stale version, and write the changes to the audit trail', async () => {
    const id = await added({ units: [norte.id] })
    expect((await change(id, { units: [norte.id, sul.id], price: '12.00' })).status).toBe(200)
    const stale = await platform().ask(calls.updateClient, { id, version: 1, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    expect((await change(id, { price: '12' })).status).toBe(200)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'changes', 'partner_id'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    expect(entries).toMatchObject([
      { event: 'client.added', partner_id: partners.alfa.id },
      { event: 'client.updated', changes: { price: ['10.00', '12.00'], units: [['Norte'], ['Norte', 'Sul']] } },
    ])
  })

  it('name only staff who are marked as sellers', async () => {
    const seller = people.platform.id
    const refused = await platform().ask(calls.addClient, client({ seller }))
    expect([refused.status, refused.raw.key]).toEqual([400, 'client_not_a_seller'])
    const master = await platform().ask(calls.addClient, client({ seller: people.masterOfAlfa.id }))
    expect(master.raw.key).toBe('client_not_a_seller')
    expect((await platform().ask(changeSeller, { id: seller, seller: 'S' })).status).toBe(200)
    expect((await platform().ask(changeSeller, { id: people.masterOfAlfa.id, seller: 'S' })).status).toBe(404)
    const id = await added({ seller })
    expect(await readClientById(id)).toMatchObject({ seller, seller_name: people.platform.name })
    expect((await platform().ask(calls.listClients, { seller })).body.data).toHaveLength(1)
    const { body } = await platform().ask(listStaff, {})
    expect(body.data.find((each) => each.id === seller)).toMatchObject({ seller: true })
    await platform().ask(changeSeller, { id: seller, seller: 'N' })
    expect((await change(id, { name: 'Com quem vendeu' })).status).toBe(200)
    expect((await readClientById(id)).seller).toBe(seller)
    const events = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'staff.seller_changed')
        .orderBy('at')
        .execute(),
    )
    expect(events.map(({ changes }) => changes)).toEqual([{ seller: [false, true] }, { seller: [true, false] }])
  })

  it('keep their partner from being removed', async () => {
    const partner = { name: 'Gama', subdomain: 'gama', enabled: 'S' as const, hidden_menu: [] }
    const { body } = await platform().ask(partnerCalls.add, partner)
    await added({ parceiro_id: body.id })
    const refused = await platform().ask(partnerCalls.remove, { id: body.id, name: 'GAMA' })
    expect([refused.status, refused.raw.key]).toEqual([409, 'partner_has_clients'])
  })
})

describe('the trial of a client', () => {
  const state = async (caller: 'adminOfNorte' | 'userOfNorte' | 'userOfSul') => {
    const { status, raw } = await portal.as(caller).ask(readConfig, {})
    return status === 200 ? 200 : raw.status
  }

  it('A4: ends the use by everybody in its units after its last day, at once and for running sessions, and not for others', async () => {
    const id = await added({ units: [norte.id], trial_period: day(2) })
    expect([await state('adminOfNorte'), await state('userOfNorte')]).toEqual([200, 200])
    expect((await change(id, { trial_period: day(-2) })).status).toBe(200)
    expect([await state('adminOfNorte'), await state('userOfNorte'), await state('userOfSul')]).toEqual([
      'finish_test',
      'finish_test',
      200,
    ])
    const config = await portal.as('userOfNorte').ask(readConfig, {})
    expect([config.status, config.raw.key]).toEqual([401, 'trial_period'])
    // The staff can still enter the business unit after the trial of its client.
    const inside = portal.as({ token: await portal.tokenOf(masterInNorte), host: masterInNorte.host })
    expect((await inside.ask(readConfig, {})).status).toBe(200)
    expect((await change(id, { units: [] })).status).toBe(200)
    expect(await state('userOfNorte')).toBe(200)
    expect((await change(id, { units: [norte.id] })).status).toBe(200)
    expect(await state('userOfNorte')).toBe('finish_test')
    expect((await change(id, { trial_period: null })).status).toBe(200)
    expect(await state('userOfNorte')).toBe(200)
  })
})

describe('the user limit of a client', () => {
  const person = (email: string): SentOf<typeof addUser> =>
    ({
      nome_usuario: email,
      email: `${email}@example.com`,
      perfil_usuario: 'user',
      language: 'pt-BR',
      phone: null,
      state: 'A',
      department: null,
      group_ids: [],
      edit_reports: 'N',
    }) as never

  it('refuses a person in any of its units with "User limit reached", and cannot be lower than what is there', async () => {
    const id = await added({ units: [norte.id, sul.id], user_limit: 6 })
    const { client_limit } = (await platform().ask(readTenant, { id: norte.id })).body
    expect(client_limit).toMatchObject({ user_limit: 6, binds: true })
    const low = await change(id, { user_limit: 4 })
    expect([low.status, low.raw.key, Object.keys(low.raw.errors as object)]).toEqual([
      409,
      'limit_below_users',
      ['user_limit'],
    ])
    const full = await platform().ask(
      calls.addClient,
      client({ parceiro_id: partners.beta.id, units: [leste.id], user_limit: 1 }),
    )
    expect([full.status, full.raw.key]).toEqual([409, 'limit_below_users'])
    const first = await portal.as('adminOfNorte').ask(addUser, person('primeira'))
    expect([first.status, first.raw]).toMatchObject([200, {}])
    const second = await portal.as('adminOfSul').ask(addUser, person('segunda'))
    expect([second.status, second.raw.key, second.raw.message]).toEqual([
      409,
      'tenant_reached_limit',
      'User limit reached',
    ])
    expect((await change(id, { user_limit: 7 })).status).toBe(200)
    expect((await portal.as('adminOfSul').ask(addUser, person('terceira'))).status).toBe(200)
    await portal.platform((db) =>
      sql`delete from users where email in ('primeira@example.com', 'terceira@example.com')`.execute(db),
    )
  })

  it('also holds for a new unit that has more people than the client has room for', async () => {
    const id = await added({ units: [norte.id], user_limit: 3 })
    const refused = await change(id, { units: [norte.id, sul.id] })
    expect([refused.status, refused.raw.key]).toEqual([409, 'limit_below_users'])
    const unit = { name: 'Vazia', subdomain: 'vazia', user_limit: 5, parceiro_id: partners.alfa.id }
    const { body } = await platform().ask(addTenant, unit)
    expect((await change(id, { units: [norte.id, body.id] })).status).toBe(200)
  })
})
