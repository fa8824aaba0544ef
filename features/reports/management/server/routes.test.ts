import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { masterInNorte, people, type Person, type PersonName, tenants } from '#testing/world.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { listManagement, managementReportCalls, viewManagement } from '../contract.ts'

const portal = testPortal()
type RequestBody = SentOf<typeof managementReportCalls.add>

const text = (sentence: string) => ({ 'pt-BR': sentence, 'en-US': null, es: null, 'pt-PT': null })
const report = (name: string, overrides: Partial<RequestBody> = {}): RequestBody => ({
  title: text(name),
  description: text(`Sobre ${name}`),
  source: 'usage',
  embedded: null,
  readers: 'everybody',
  tenant_ids: [],
  published: 'S',
  ...overrides,
})
const added = async (person: 'platform' | 'masterOfAlfa', name: string, overrides: Partial<RequestBody> = {}) => {
  const { status, body } = await portal.as(person).ask(managementReportCalls.add, report(name, overrides))
  expect(status).toBe(200)
  return body.id
}
const titlesFor = async (person: PersonName | Person) =>
  (await portal.as(person).ask(listManagement, {})).body.data.map(({ title }) => title['pt-BR'])

const builtIn = ['Uso do portal', 'Adesão das pessoas', 'Desempenho dos relatórios']

beforeEach(() =>
  portal.platform((db) => db.deleteFrom('management_reports').where('name', 'not in', builtIn).execute()),
)

describe('management reports', () => {
  it('are three from the beginning, for managers of every business unit', async () => {
    for (const person of ['adminOfNorte', 'adminOfLeste', masterInNorte] as const)
      expect(await titlesFor(person)).toEqual(builtIn)
    expect(await titlesFor('userOfNorte')).toEqual([])
  })

  it('T1: of a partner reach its own business units, and only those that it names', async () => {
    await added('masterOfAlfa', 'Da Alfa')
    await added('masterOfAlfa', 'Do Sul', { tenant_ids: [tenants.sul.id] })
    await added('masterOfAlfa', 'Rascunho', { published: 'N' })
    await added('masterOfAlfa', 'De gestores', { readers: 'managers' })
    expect(await titlesFor('userOfNorte')).toEqual(['Da Alfa'])
    expect(await titlesFor('userOfSul')).toEqual(['Da Alfa', 'Do Sul'])
    expect(await titlesFor('adminOfNorte')).toEqual([...builtIn, 'Da Alfa', 'De gestores'])
    expect(await titlesFor('userOfLeste')).toEqual([])
  })

  it('T1: show the numbers of the reader’s business unit only', async () => {
    const id = await added('platform', 'De todos')
    await view('adminOfNorte', tenants.norte, 2)
    await view('adminOfLeste', tenants.leste, 3)
    const viewsOf = async (person: PersonName) =>
      (await portal.as(person).ask(viewManagement, { id, from: '2026-03-01', to: '2026-03-02' })).body.usage?.views
    expect([await viewsOf('userOfNorte'), await viewsOf('userOfLeste'), await viewsOf('userOfSul')]).toEqual([2, 3, 0])
  })

  it('Z2: answer 404 for a report that is not for the person', async () => {
    const forSul = await added('masterOfAlfa', 'Do Sul', { tenant_ids: [tenants.sul.id] })
    const forManagers = await added('platform', 'De gestores', { readers: 'managers' })
    const statusOf = async (person: PersonName, id: string) =>
      (await portal.as(person).ask(viewManagement, { id })).status
    expect(await statusOf('adminOfSul', forSul)).toBe(200)
    expect(await statusOf('adminOfNorte', forSul)).toBe(404)
    expect(await statusOf('adminOfLeste', forSul)).toBe(404)
    expect([await statusOf('adminOfNorte', forManagers), await statusOf('userOfNorte', forManagers)]).toEqual([
      200, 404,
    ])
  })

  it('T1, Z1: are changed by their publisher only, for the publisher’s own business units', async () => {
    const id = await added('masterOfAlfa', 'Da Alfa')
    const beta = portal.as('masterOfBeta')
    expect((await beta.ask(managementReportCalls.read, { id })).status).toBe(404)
    expect((await beta.ask(managementReportCalls.update, { id, version: 1, published: 'N' })).status).toBe(404)
    expect((await beta.ask(managementReportCalls.add, report('X', { tenant_ids: [tenants.norte.id] }))).status).toBe(
      404,
    )
    const alfa = portal.as('masterOfAlfa')
    const foreign = { id, version: 1, tenant_ids: [tenants.leste.id] }
    expect((await alfa.ask(managementReportCalls.update, foreign)).status).toBe(404)
    expect(
      (await alfa.ask(managementReportCalls.update, { id, version: 1, tenant_ids: [tenants.sul.id] })).status,
    ).toBe(200)
    const { id: sul, name } = tenants.sul
    expect((await alfa.ask(managementReportCalls.read, { id })).body.tenants).toEqual([{ id: sul, name }])
    for (const person of ['adminOfNorte', 'userOfNorte'] as const)
      expect((await portal.as(person).ask(managementReportCalls.list, {})).status).toBe(403)
    const { body } = await alfa.ask(managementReportCalls.list, {})
    expect(body.data.map(({ title }) => title['pt-BR'])).toEqual(['Da Alfa'])
  })
})

describe('a management report about costs', () => {
  // Bills are never deleted, so each test has clients of its own.
  let clients = { alfa: '', beta: '' }
  const { norte, sul, leste } = tenants
  type Unit = (typeof tenants)['norte']

  beforeEach(() => {
    clients = { alfa: crypto.randomUUID(), beta: crypto.randomUUID() }
    return portal.platform(async (db) => {
      await sql`insert into clients (id, partner_id, name, price, domain_fee) values
        (${clients.alfa}, ${norte.partner_id}, 'Vale Verde', 19.90, 50), (${clients.beta}, ${leste.partner_id}, 'Mar Azul', 10, 0)`.execute(
        db,
      )
      for (const [unit, client] of [
        [norte, clients.alfa],
        [leste, clients.beta],
      ] as const)
        await belongsTo(db, unit, client)
    })
  })
  afterEach(() =>
    portal.platform(async (db) => {
      await sql`delete from capacities`.execute(db)
      await sql`delete from embedding_accounts where name like 'Custos %'`.execute(db)
      await sql`update tenants set client_id = null, client_standing = null`.execute(db)
      await sql`delete from clients`.execute(db)
    }),
  )

  const belongsTo = (db: Database, unit: Unit, client: string) =>
    sql`update tenants set client_id = c.id, client_standing = c.standing from clients c where c.id = ${client} and tenants.id = ${unit.id}`.execute(
      db,
    )

  let lastNumber = 0
  /** Stores an issued bill of one person for each of the units. */
  const bill = (client: string, partner: string, month: string, units: readonly Unit[], voided = false) =>
    portal.platform(async (db) => {
      lastNumber += 1
      const { rows } = await sql<{ id: string }>`
        insert into bills (number, partner_id, client_id, name, partner, customer, reference_month, date_of_issue, date_due,
                           billed_users, number_of_bonus, price, domains, domain_fee, timezone, voided_at, void_reason)
        values (${lastNumber}, ${partner}, ${client}, 'Cliente', 'Parceiro', '{}', ${`${month}-01`}, '2026-02-01', '2026-02-10',
                4, 1, 19.90, 1, 50.05, 'America/Sao_Paulo', ${voided ? '2026-03-01' : null}, ${voided ? 'Erro' : null})
        returning id`.execute(db)
      for (const unit of units)
        await sql`insert into bill_people (bill_id, partner_id, tenant_id, tenant, user_id, standing)
          values (${rows[0]?.id}, ${partner}, ${unit.id}, 'Unidade', ${people.userOfNorte.id}, 'counted')`.execute(db)
      return rows[0]?.id ?? ''
    })

  /** Stores a capacity with three hours in January 2026 that cost 1.005 each, and half an hour without a price. */
  const capacity = (unit: Unit | null, partner: string, currency: string) =>
    portal.platform(async (db) => {
      const tenant_id = unit?.id ?? null
      const { rows } = await sql<{ id: string }>`
        with account as (
          insert into embedding_accounts (partner_id, tenant_id, name, kind, directory_id, app_id, secret_sealed)
          values (${partner}, ${tenant_id}, ${`Custos ${currency}`}, 'powerbi', 'd', 'a', '') returning id)
        insert into capacities (partner_id, tenant_id, name, account_id, currency, prices)
        select ${partner}, ${tenant_id}, ${`Em ${currency}`}, id, ${currency}, '[{"size": "A1", "price": 1.005}]' from account
        returning id`.execute(db)
      await sql`insert into capacity_periods (partner_id, tenant_id, capacity_id, size, started_at, ended_at) values
        (${partner}, ${tenant_id}, ${rows[0]?.id}, 'A1', '2026-01-10T10:00Z', '2026-01-10T13:00Z'),
        (${partner}, ${tenant_id}, ${rows[0]?.id}, 'A2', '2026-01-11T10:00Z', '2026-01-11T10:30Z')`.execute(db)
    })

  const costsFor = async (person: PersonName | Person, id: string, period = { from: '2026-01-01', to: '2026-03-31' }) =>
    (await portal.as(person).ask(viewManagement, { id, ...period })).body.costs

  const reportOfCosts = (overrides: Partial<RequestBody> = {}) =>
    added('platform', 'Custos', { source: 'costs', ...overrides })

  it('has the valid bills of the client by month, less credit notes, and their sum', async () => {
    const { partner_id } = norte
    await bill(clients.alfa, partner_id, '2026-01', [norte])
    await bill(clients.alfa, partner_id, '2026-02', [norte], true)
    const credited = await bill(clients.alfa, partner_id, '2026-03', [norte])
    await portal.platform((db) =>
      sql`insert into credit_notes (bill_id, partner_id, number, issued_on, users_amount, domains_amount, reason, issued_by)
        values (${credited}, ${partner_id}, 1, '2026-04-01', 9.75, 0, 'Erro', 'P')`.execute(db),
    )
    const costs = await costsFor('adminOfNorte', await reportOfCosts())
    expect(costs).toMatchObject({
      months: ['2026-01', '2026-02', '2026-03'],
      // (4 − 1) × 19.90 + 50.05, and 9.75 less.
      bills: [
        {
          month: '2026-03',
          people: 1,
          billed_users: 4,
          number_of_bonus: 1,
          price: '19.90',
          domains: 1,
          total: '100.00',
        },
        { month: '2026-01', total: '109.75', share: 1, is_shared: false },
      ],
      billed: '209.75',
    })
    expect(costs?.bills).toHaveLength(2)
  })

  it('T1: never has the bills or the capacities of another business unit', async () => {
    await bill(clients.alfa, norte.partner_id, '2026-01', [norte])
    await bill(clients.beta, leste.partner_id, '2026-02', [leste])
    await capacity(norte, norte.partner_id, 'BRL')
    await capacity(sul, norte.partner_id, 'EUR')
    await capacity(null, norte.partner_id, 'USD')
    await capacity(leste, leste.partner_id, 'USD')
    const id = await reportOfCosts()
    const seenBy = async (person: PersonName) => {
      const costs = await costsFor(person, id)
      return [costs?.bills.map(({ month }) => month), costs?.capacity_totals.map(({ currency }) => currency)]
    }
    expect(await seenBy('userOfNorte')).toEqual([['2026-01'], ['BRL']])
    expect(await seenBy('adminOfLeste')).toEqual([['2026-02'], ['USD']])
    expect(await seenBy('adminOfSul')).toEqual([[], ['EUR']])
  })

  it('T1: has only the own people of a bill that several business units share', async () => {
    await bill(clients.alfa, norte.partner_id, '2026-01', [norte, sul])
    await bill(clients.alfa, norte.partner_id, '2026-02', [norte])
    await bill(clients.alfa, norte.partner_id, '2026-03', [sul])
    const id = await reportOfCosts()
    const shared = { people: 1, is_shared: true, billed_users: null, number_of_bonus: null, domains: null, total: null }
    expect(await costsFor('adminOfNorte', id)).toMatchObject({
      bills: [
        { month: '2026-02', total: '109.75' },
        { month: '2026-01', ...shared },
      ],
      billed: '109.75',
    })
  })

  it('T1: keeps the numbers of a common bill closed after the other business unit has left the client', async () => {
    await portal.platform(async (db) => {
      await belongsTo(db, sul, clients.alfa)
      await sql`update tenants set created_at = '2025-01-01' where id in (${norte.id}, ${sul.id})`.execute(db)
    })
    // Sul has no listed people, but may have a domain on the bill.
    await bill(clients.alfa, norte.partner_id, '2026-01', [norte])
    const id = await reportOfCosts()
    const shared = { people: 1, is_shared: true, billed_users: null, number_of_bonus: null, domains: null, total: null }
    expect(await costsFor('adminOfNorte', id)).toMatchObject({ bills: [shared], billed: null })
    await portal.platform((db) =>
      sql`update tenants set client_id = null, client_standing = null where id = ${sul.id}`.execute(db),
    )
    expect(await costsFor('adminOfNorte', id)).toMatchObject({ bills: [shared], billed: null })
    // A bill after that is of one unit.
    await bill(clients.alfa, norte.partner_id, '2026-02', [norte])
    expect(await costsFor('adminOfNorte', id)).toMatchObject({ bills: [{ total: '109.75' }, shared] })
  })

  it('rounds half a cent away from zero, and adds amounts of one currency only', async () => {
    await capacity(norte, norte.partner_id, 'BRL')
    await capacity(norte, norte.partner_id, 'USD')
    const costs = await costsFor('adminOfNorte', await reportOfCosts())
    const rows = (currency: string) => [
      { month: '2026-01', size: 'A1', hours: 3, currency, price: '1.005', amount: '3.02' },
      { month: '2026-01', size: 'A2', hours: 0.5, currency, price: null, amount: null },
    ]
    expect(costs?.capacities).toMatchObject([...rows('BRL'), ...rows('USD')])
    expect(costs?.capacity_totals).toEqual([
      { currency: 'BRL', amount: '3.02', unpriced: true },
      { currency: 'USD', amount: '3.02', unpriced: true },
    ])
  })

  it('Z2: is for administrators only if the publisher says so, and has at most 24 months', async () => {
    await bill(clients.alfa, norte.partner_id, '2026-01', [norte])
    const forManagers = await reportOfCosts({ readers: 'managers' })
    expect((await portal.as('userOfNorte').ask(viewManagement, { id: forManagers })).status).toBe(404)
    const costs = await costsFor('adminOfNorte', forManagers, { from: '2000-01-01', to: '2026-03-31' })
    expect(costs?.months).toHaveLength(24)
    expect(costs?.months.slice(-3)).toEqual(['2026-01', '2026-02', '2026-03'])
    const usual = await portal.as('adminOfNorte').ask(viewManagement, { id: forManagers })
    expect(usual.body.costs?.months).toHaveLength(12)
    expect(usual.body.usage).toBeNull()
  })
})

async function view(admin: PersonName, tenant: (typeof tenants)['norte'], times: number): Promise<void> {
  const { body: group } = await portal.as(admin).ask(addReportGroup, { name: 'Grupo' })
  const { body: subgroup } = await portal.as(admin).ask(addSubgroup, { name: 'Subgrupo', group_id: group.id })
  await portal.platform(async (db) => {
    const id = await publishInto(db, tenant, subgroup.id)
    for (let time = 0; time < times; time += 1) {
      await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
        values (${tenant.id}, ${crypto.randomUUID()}, 'opened', ${id}, ${people[admin].id}, '2026-03-01T15:00:00Z')`.execute(
        db,
      )
    }
  })
}
