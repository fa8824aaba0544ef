import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTeamMember, updateTeamMember } from '#features/people/team/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { giveDomain } from '#testing/domains.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import * as calls from '../contract.ts'

// Bills are never deleted, so each test uses months of its own.
const portal = testPortal()
const platform = () => portal.as('platform')
const { norte, sul, leste } = tenants
const id = { alfa: '00000009-0000-4000-8000-0000000000a1', beta: '00000009-0000-4000-8000-0000000000b1' }
const month = '2026-01'
const due = '2099-12-31'

beforeEach(() =>
  portal.platform(async (db) => {
    await sql`insert into clients (id, partner_id, name, customer_code, price, number_of_bonus, domain_fee, user_limit, contract_date)
      values (${id.alfa}, ${partners.alfa.id}, 'Vale Verde', 'C-1', 19.90, 1, 50.05, 100, '2025-01-01'),
             (${id.beta}, ${partners.beta.id}, 'Mar Azul', '=1+1', 10, 0, 0, null, '2025-01-01')`.execute(db)
    await sql`update tenants set client_id = c.id, client_standing = c.standing
      from clients c where c.partner_id = tenants.partner_id`.execute(db)
    await giveDomain(db, { partner_id: partners.alfa.id, tenant_id: sul.id }, 'bi.sul.example')
    await sql`update domain_periods set verified_at = '2024-01-01'`.execute(db)
  }),
)
afterEach(() =>
  portal.platform(async (db) => {
    await sql`delete from billable_people`.execute(db)
    await sql`update tenants set client_id = null, client_standing = null`.execute(db)
    await sql`delete from domains`.execute(db)
    await sql`delete from domain_periods`.execute(db)
    await sql`delete from clients`.execute(db)
    await sql`update users set billing_administrator = false`.execute(db)
  }),
)

/** Notes people as active in a month, as the trigger of sessions does. */
const active = (tenant: string, persons: readonly { id: string }[], activeMonth = month) =>
  portal.platform((db) =>
    sql`insert into billable_people (tenant_id, client_id, month, user_id)
      select ${tenant}::uuid, (select client_id from tenants where id = ${tenant}::uuid), ${`${activeMonth}-01`}::date, unnest(${persons.map((one) => one.id)}::uuid[])`.execute(
      db,
    ),
  )
const issue = (clients: string[], reference_month = month) =>
  platform().ask(calls.issueBills, { reference_month, date_due: due, clients })
const bills = async (options: object = {}, caller: 'platform' | 'masterOfAlfa' | 'masterOfBeta' = 'platform') =>
  (await portal.as(caller).ask(calls.listBills, { reference_month: month, order: 'asc', ...options })).body.data
const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other))
const three = [people.adminOfNorte, people.userOfNorte, people.otherUserOfNorte]

describe('a draft', () => {
  it('counts each person once over all units, takes off the bonus and adds the fee of own domains', async () => {
    await active(norte.id, three)
    await active(sul.id, [people.userOfSul, people.userOfNorte])
    await active(leste.id, [people.userOfLeste])
    const [beta, alfa] = await bills({ sort: 'name' })
    expect(alfa).toMatchObject({
      id: `${id.alfa}:${month}`,
      name: 'Vale Verde',
      state: 'draft',
      number: null,
      billed_users: 4,
      number_of_bonus: 1,
      price: '19.90',
      domains: 1,
      domain_fee: '50.05',
      // 3 × 19.90 + 50.05
      total: '109.75',
      user_limit: 100,
      can: ['issue'],
    })
    expect(beta).toMatchObject({ name: 'Mar Azul', billed_users: 1, total: '10.00' })
    const whole = await platform().ask(calls.readBill, { id: `${id.alfa}:${month}` })
    expect(whole.body).toMatchObject({
      charged_users: 3,
      users_amount: '59.70',
      domains_amount: '50.05',
      total: '109.75',
    })
  })

  it('has for its partner the logo of the partner’s theme, and not that of a business unit', async () => {
    await portal.platform((db) =>
      sql`update users set billing_administrator = true where id = ${people.masterOfAlfa.id}`.execute(db),
    )
    const master = portal.as('masterOfAlfa')
    const logoOf = async () => (await master.ask(calls.readBill, { id: `${id.alfa}:${month}` })).body.issuer_logo
    const [own, unit] = ['a', 'b'].map((letter) => `public/${norte.id}/${letter.repeat(22)}.png`)
    const addLogo = (path: string | undefined, tenant_id: string | null) =>
      portal.platform(async (db) => {
        await sql`insert into files (path, partner_id, tenant_id, kind, bytes) values (${path}, ${partners.alfa.id}, ${tenant_id}, 'theme.logo', 1)`.execute(
          db,
        )
        await sql`insert into themes (partner_id, tenant_id, logo) values (${partners.alfa.id}, ${tenant_id}, ${path})`.execute(
          db,
        )
      })
    await addLogo(unit, norte.id)
    expect(await logoOf()).toBeNull()
    await addLogo(own, null)
    expect(await logoOf()).toBe(`/storage/${own}`)
    await portal.platform(async (db) => {
      await sql`delete from themes where partner_id = ${partners.alfa.id}`.execute(db)
      await sql`delete from files where path in (${own}, ${unit})`.execute(db)
    })
  })

  it('charges no users when the bonus is greater than the number of people', async () => {
    await portal.platform((db) => sql`update clients set number_of_bonus = 10`.execute(db))
    expect((await bills({ client_id: id.alfa }))[0]).toMatchObject({ billed_users: 0, total: '50.05' })
  })

  it('exists for the running month and the one before, and for no month before the contract', async () => {
    const { data, total } = (await platform().ask(calls.listBills, { client_id: id.alfa })).body
    expect([total, new Set(data.map(({ reference_month }) => reference_month)).size]).toEqual([2, 2])
    expect(await bills({ reference_month: '2024-12' })).toEqual([])
    expect((await platform().ask(calls.readBill, { id: `${id.alfa}:2024-12` })).status).toBe(404)
    expect((await platform().ask(calls.readBill, { id: `${id.alfa}:2099-12` })).status).toBe(404)
  })
})

describe('the forecast of the running month', () => {
  const zone = 'America/Sao_Paulo'
  /** Notes one person with the first use on a day of a month; `ago`: how many months before the running one. */
  const firstUse = (person: { id: string }, ago: number, day: string) =>
    portal.platform((db) =>
      sql`insert into billable_people (tenant_id, client_id, month, user_id, first_day, last_day)
          select ${norte.id}, ${id.alfa}, m.month, ${person.id}, ${sql.raw(day)}, ${sql.raw(day)}
            from (select (date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${ago}))::date as month) m`.execute(
        db,
      ),
    )
  const readForecast = async () => {
    const { rows } = await portal.platform((db) =>
      sql<{ month: string }>`select to_char(now() at time zone ${zone}, 'YYYY-MM') as month`.execute(db),
    )
    return (await platform().ask(calls.readBill, { id: `${id.alfa}:${rows[0]?.month}` })).body.forecast
  }
  const lastDay = `(m.month + interval '1 month' - interval '1 day')::date`

  it('is missing without an earlier month', async () => {
    await firstUse(people.userOfNorte, 0, 'm.month')
    expect(await readForecast()).toBeNull()
  })

  it('divides the number of today by the shares that the last months had on the same day, up to the members', async () => {
    await firstUse(people.userOfNorte, 0, 'm.month')
    // One month had all its people on its first day, the other had half of them on its last day.
    await firstUse(people.userOfNorte, 1, 'm.month')
    await firstUse(people.userOfNorte, 2, 'm.month')
    await firstUse(people.otherUserOfNorte, 2, lastDay)
    const found = await readForecast()
    // On the last day of this month, or when its number is at least that of the other last day, both people had come by this day.
    const { rows } = await portal.platform((db) =>
      sql<{ both: boolean }>`select today = (month + interval '1 month' - interval '1 day')::date
             or extract(day from today) >= extract(day from month - interval '1 month' - interval '1 day') as both
           from (select (now() at time zone ${zone})::date as today) t
          cross join lateral (select date_trunc('month', today)::date as month) m`.execute(db),
    )
    expect(found).toMatchObject({ low: 1, high: rows[0]?.both ? 1 : 2, months: 2, low_total: '50.05' })
    expect(found?.people).toBe(1)
  })

  it('is missing for an issued bill and for an earlier month', async () => {
    await firstUse(people.userOfNorte, 1, 'm.month')
    await firstUse(people.userOfNorte, 2, 'm.month')
    const drafts = await bills({ reference_month: undefined, client_id: id.alfa })
    const earlier = drafts.map((draft) => draft.id).toSorted()[0] ?? ''
    expect((await platform().ask(calls.readBill, { id: earlier })).body.forecast).toBeNull()
  })
})

describe('the counted people of a business unit', () => {
  const counted = async (caller: 'adminOfNorte' | 'userOfNorte' | 'platform', options: object = {}) =>
    portal.as(caller).ask(calls.listCountedPeople, { reference_month: month, ...options })

  it('are those of the own unit, with the members who do not count', async () => {
    await active(norte.id, [people.userOfNorte])
    await active(sul.id, [people.userOfSul])
    const { data } = (await counted('adminOfNorte')).body
    expect(data.filter(({ standing }) => standing === 'counted').map(({ id: person }) => person)).toEqual([
      people.userOfNorte.id,
    ])
    expect(data.map(({ id: person }) => person)).not.toContain(people.userOfSul.id)
  })

  it('T4: have a name while they are members of the unit', async () => {
    await active(norte.id, [people.userOfNorte, people.userOfSul])
    const { data } = (await counted('adminOfNorte', { standing: 'counted' })).body
    const named = Object.fromEntries(data.map(({ id: person, name, email }) => [person, [name, email !== null]]))
    expect(named).toEqual({
      [people.userOfNorte.id]: [people.userOfNorte.name, true],
      [people.userOfSul.id]: ['', false],
    })
  })

  it('are not for readers, and there are none outside of a business unit', async () => {
    expect((await counted('userOfNorte')).status).toBe(403)
    expect((await counted('platform')).status).toBe(403)
  })

  it('are those of the running month without a month', async () => {
    await portal.tokenOf(people.otherUserOfNorte)
    const { data } = (await portal.as('adminOfNorte').ask(calls.listCountedPeople, { standing: 'counted' })).body
    expect(data.map(({ id: person }) => person)).toContain(people.otherUserOfNorte.id)
  })
})

describe('the people of a month', () => {
  const noted = () =>
    portal.platform(
      async (db) => (await sql<{ user_id: string }>`select user_id from billable_people`.execute(db)).rows,
    )

  it('are the members who signed in: no test users, no staff, nobody twice', async () => {
    await portal.tokenOf(people.userOfSul)
    await portal.tokenOf(people.userOfSul)
    await portal.tokenOf(masterInNorte)
    await portal.platform((db) =>
      sql`update memberships set state = 'T' where user_id = ${people.otherUserOfNorte.id}`.execute(db),
    )
    await portal.tokenOf(people.otherUserOfNorte)
    expect(await noted()).toEqual([{ user_id: people.userOfSul.id }])
    await portal.platform((db) =>
      sql`update memberships set state = 'A' where user_id = ${people.otherUserOfNorte.id}`.execute(db),
    )
  })

  it('are counted in the month of the time zone of the contract, whatever that of the unit is', async () => {
    await portal.platform(async (db) => {
      await sql`update settings set timezone = 'Pacific/Auckland'`.execute(db)
      await sql`update clients set timezone = 'Asia/Tokyo' where id = ${id.beta}`.execute(db)
    })
    await portal.platform(async (db) => {
      for (const { id: person, tenant } of [
        { ...people.userOfLeste, tenant: leste.id },
        { ...people.userOfNorte, tenant: norte.id },
      ])
        await sql`insert into sessions (user_id, tenant_id, auth_type, host, address, created_at, expires_at, idle_minutes)
          values (${person}, ${tenant}, 'password', 'x', '10.0.0.1', '2026-03-31T22:00:00Z', now(), 5)`.execute(db)
    })
    const { rows } = await portal.platform((db) =>
      sql<{ tenant_id: string; month: string }>`select tenant_id, month::text as month from billable_people`.execute(
        db,
      ),
    )
    expect(new Map(rows.map((row) => [row.tenant_id, row.month]))).toEqual(
      new Map([
        [leste.id, '2026-04-01'],
        [norte.id, '2026-03-01'],
      ]),
    )
    await portal.platform((db) => sql`update settings set timezone = 'America/Sao_Paulo'`.execute(db))
  })
})

describe('an issued bill', () => {
  it('T6: exists once for a client and month, also when 8 calls issue it at the same time', async () => {
    await active(norte.id, three, '2025-02')
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue([id.alfa, id.beta], '2025-02')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.flatMap(({ body }) => body.issued)).toHaveLength(2)
    const found = await bills({ reference_month: '2025-02' })
    expect(found.map(({ state }) => state)).toEqual(['issued', 'issued'])
    const again = await issue([id.alfa], '2025-02')
    expect(again.body).toMatchObject({ issued: [], skipped: 1 })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('target_name').where('event', '=', 'bill.issued').execute(),
    )
    expect(entries.map(({ target_name }) => target_name).toSorted(byText)).toEqual(['Mar Azul', 'Vale Verde'])
  })

  it('keeps its numbers when price, units and names change, and when people and the client are erased', async () => {
    await active(norte.id, three, '2025-03')
    const { body } = await issue([id.alfa], '2025-03')
    const bill = body.issued[0] ?? ''
    const before = (await platform().ask(calls.readBill, { id: bill })).body
    expect(before).toMatchObject({ state: 'issued', billed_users: 3, total: '89.85', can: ['void', 'settle', 'send'] })
    await portal.platform(async (db) => {
      await sql`update clients set price = 99, name = 'Outro nome', number_of_bonus = 0 where id = ${id.alfa}`.execute(
        db,
      )
      await sql`delete from billable_people`.execute(db)
      await sql`update tenants set client_id = null, client_standing = null`.execute(db)
      await sql`delete from clients`.execute(db)
    })
    expect((await platform().ask(calls.readBill, { id: bill })).body).toEqual(before)
  })

  it('D5: is refused every change by the database, also in platform-wide transactions, but that it is voided once', async () => {
    const { body } = await issue([id.alfa], '2025-04')
    const bill = body.issued[0] ?? ''
    for (const change of [
      sql`update bills set price = 1 where id = ${bill}`,
      sql`update bills set name = 'x' where id = ${bill}`,
      sql`delete from bills where id = ${bill}`,
    ]) {
      await expect(portal.platform((db) => change.execute(db))).rejects.toMatchObject({ constraint: 'bills_frozen' })
    }
    expect((await platform().ask(calls.voidBill, { id: bill, reason: ' ' })).status).toBe(400)
    expect((await platform().ask(calls.voidBill, { id: bill, reason: 'Preço errado' })).status).toBe(200)
    expect((await platform().ask(calls.voidBill, { id: bill, reason: 'Outra vez' })).status).toBe(200)
    const { body: billRecord } = await platform().ask(calls.readBill, { id: bill })
    expect(billRecord).toMatchObject({ state: 'void', void_reason: 'Preço errado', can: [] })
    const again = portal.platform((db) => sql`update bills set void_reason = 'x' where id = ${bill}`.execute(db))
    await expect(again).rejects.toMatchObject({ constraint: 'bills_frozen' })
    // The month is a draft again, and can be issued anew.
    const states = async () =>
      (await bills({ reference_month: '2025-04', client_id: id.alfa })).map(({ state }) => state)
    expect((await states()).toSorted(byText)).toEqual(['draft', 'void'])
    expect((await issue([id.alfa], '2025-04')).body.issued).toHaveLength(1)
    expect((await states()).toSorted(byText)).toEqual(['issued', 'void'])
  })

  it('is not issued for a month that has not begun, for a day that is over, or for an unknown client', async () => {
    const early = await issue([id.alfa], '2099-01')
    expect([early.status, early.raw.key]).toEqual([400, 'bill_month_not_begun'])
    const late = await platform().ask(calls.issueBills, {
      reference_month: month,
      date_due: '2020-01-01',
      clients: [id.alfa],
    })
    expect([late.status, late.raw.key, Object.keys(late.raw.errors as object)]).toEqual([
      400,
      'bill_due_before_issue',
      ['date_due'],
    ])
    expect((await issue([id.alfa, '00000009-0000-4000-8000-0000000000ff'])).status).toBe(404)
    expect(
      (await platform().ask(calls.issueBills, { reference_month: month, date_due: due, clients: [] })).status,
    ).toBe(400)
    const tooManyClients = Array.from({ length: 101 }, () => id.alfa)
    expect((await issue(tooManyClients)).status).toBe(400)
  })
})

describe('the numbers of bills', () => {
  const series = async (partner: string) =>
    (
      await portal.platform((db) =>
        sql<{
          number: number
        }>`select number::int as number from bills where partner_id = ${partner} order by number`.execute(db),
      )
    ).rows.map(({ number }) => number)
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

  it('of each issuer have no gap after repeated and concurrent issues', async () => {
    await portal.platform((db) =>
      sql`insert into clients (partner_id, name, contract_date)
        select ${partners.alfa.id}, 'Cliente ' || n, '2025-01-01' from generate_series(1, 4) n`.execute(db),
    )
    const { rows } = await portal.platform((db) =>
      sql<{ id: string }>`select id from clients where partner_id = ${partners.alfa.id} order by name`.execute(db),
    )
    const all = rows.map((row) => row.id)
    const [alfa, beta] = [await series(partners.alfa.id), await series(partners.beta.id)]
    // Overlapping parts of the same clients at the same time, and bills that exist already.
    const answers = await Promise.all(
      [all, all.slice(0, 3), all.slice(2), [...all, id.beta], [id.beta], all].map((part) => issue(part, '2025-09')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const count = all.length
    expect(await series(partners.alfa.id)).toEqual(from(1, alfa.length + count))
    expect(await series(partners.beta.id)).toEqual(from(1, beta.length + 1))
  })

  it('are not used up by an issue that is rolled back', async () => {
    const before = await series(partners.alfa.id)
    // The due date is checked when the bill is stored, after its number was taken.
    const late = await platform().ask(calls.issueBills, {
      reference_month: '2025-10',
      date_due: '2020-01-01',
      clients: [id.alfa],
    })
    expect(late.status).toBe(400)
    expect((await issue([id.alfa], '2025-10')).status).toBe(200)
    expect(await series(partners.alfa.id)).toEqual(from(1, before.length + 1))
  })
})

describe('a unit that moves to another client', () => {
  const other = '00000009-0000-4000-8000-0000000000a2'
  const moveTo = (client: string | null) =>
    portal.platform((db) =>
      sql`update tenants set client_id = c.id, client_standing = c.standing
        from (select 1) one left join clients c on c.id = ${client}::uuid where tenants.id = ${norte.id}`.execute(db),
    )
  const counts = async (referenceMonth: string) =>
    Object.fromEntries(
      (await bills({ reference_month: referenceMonth })).map((bill) => [bill.name, [bill.billed_users, bill.domains]]),
    )

  it('leaves its months and domains with the client that it had, and takes along what nobody had', async () => {
    await portal.platform((db) =>
      sql`insert into clients (id, partner_id, name, contract_date) values (${other}, ${partners.alfa.id}, 'Serra Alta', '2025-01-01')`.execute(
        db,
      ),
    )
    await active(norte.id, three, '2025-11')
    await portal.platform((db) =>
      sql`insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
        values (${norte.id}, ${id.alfa}, app.uuidv7(), 'bi.norte.example', '2025-01-01')`.execute(db),
    )
    await moveTo(other)
    await portal.tokenOf(people.userOfNorte)
    expect(await counts('2025-11')).toMatchObject({ 'Vale Verde': [3, 2], 'Serra Alta': [0, 0] })
    const running = (await platform().ask(calls.listBills, { client_id: other, size: 100 })).body.data
    expect(running.map((bill) => [bill.billed_users, bill.domains])).toEqual([
      [1, 1],
      [0, 0],
    ])
    await moveTo(null)
    await active(norte.id, [people.otherUserOfNorte], '2025-12')
    expect(await counts('2025-12')).toMatchObject({ 'Vale Verde': [0, 2], 'Serra Alta': [0, 0] })
    await moveTo(id.alfa)
    expect(await counts('2025-12')).toMatchObject({ 'Vale Verde': [1, 2], 'Serra Alta': [0, 0] })
  })
})

describe('payments and credit notes', () => {
  beforeEach(() => portal.platform((db) => sql`update clients set contract_date = '2024-01-01'`.execute(db)))
  const read = async (bill: string) => (await platform().ask(calls.readBill, { id: bill })).body
  const issued = async (referenceMonth: string) => {
    await active(norte.id, three, referenceMonth)
    return (await issue([id.alfa], referenceMonth)).body.issued[0] ?? ''
  }
  const pay = (bill: string, amount: string) =>
    platform().ask(calls.addPayment, { id: bill, paid_on: '2026-02-02', amount, note: 'Pix' })
  const credit = (bill: string, amount: string, line?: 'users' | 'domains') =>
    platform().ask(calls.creditBill, { id: bill, amount, reason: 'Desconto', ...(line && { line }) })

  it('lead from unpaid to partly paid and paid, and never beyond what is left', async () => {
    // 2 × 19.90 + 50.05
    const bill = await issued('2024-01')
    expect(await read(bill)).toMatchObject({ payment_state: 'unpaid', paid: '0.00', left: '89.85', overdue: false })
    const first = await pay(bill, '40')
    expect(first.status).toBe(200)
    expect(await read(bill)).toMatchObject({ payment_state: 'partly_paid', paid: '40.00', left: '49.85' })
    const tooHigh = await pay(bill, '49.86')
    expect([tooHigh.status, tooHigh.raw.key]).toEqual([400, 'bill_amount_too_high'])
    expect((await pay(bill, '0')).status).toBe(400)
    // Two payments of the whole rest at the same time: the second waits for the first.
    const both = await Promise.all([pay(bill, '49.85'), pay(bill, '49.85')])
    expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 400])
    expect(await read(bill)).toMatchObject({ payment_state: 'paid', left: '0.00', overdue: false })
    expect((await platform().ask(calls.removePayment, { id: first.body.id })).status).toBe(200)
    expect(await read(bill)).toMatchObject({ payment_state: 'partly_paid', left: '40.00' })
    const voided = await platform().ask(calls.voidBill, { id: bill, reason: 'Engano' })
    expect([voided.status, voided.raw.key]).toEqual([409, 'bill_is_settled'])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('event')
        .where('target_id', '=', bill)
        .where('event', 'like', 'bill.payment%')
        .execute(),
    )
    expect(entries.map(({ event }) => event).toSorted(byText)).toEqual([
      'bill.payment_added',
      'bill.payment_added',
      'bill.payment_removed',
    ])
  })

  it('are taken off the lines to the cent, with numbers of their own, and stay as they were', async () => {
    const bill = await issued('2024-02')
    expect((await credit(bill, '10.01')).status).toBe(200)
    expect((await credit(bill, '45', 'domains')).raw.key).toBe('bill_amount_too_high')
    expect((await credit(bill, '44.47', 'domains')).status).toBe(200)
    const { credit_notes: notes, left, total } = await read(bill)
    // 10.01 × 39.80 / 89.85 = 4.434 and 10.01 × 50.05 / 89.85 = 5.576
    expect(notes.map(({ users_amount, domains_amount }) => [users_amount, domains_amount])).toEqual([
      ['4.43', '5.58'],
      ['0.00', '44.47'],
    ])
    expect((notes[1]?.number ?? 0) - (notes[0]?.number ?? 0)).toBe(1)
    expect([total, left]).toEqual(['89.85', '35.37'])
    expect((await pay(bill, '35.37')).status).toBe(200)
    expect(await read(bill)).toMatchObject({ payment_state: 'paid' })
    for (const change of [
      sql`update credit_notes set reason = 'x' where bill_id = ${bill}`,
      sql`delete from credit_notes where bill_id = ${bill}`,
    ]) {
      await expect(portal.platform((db) => change.execute(db))).rejects.toMatchObject({
        constraint: 'credit_notes_frozen',
      })
    }
  })

  it('overdue follows from the due date in the time zone of the contract', async () => {
    const bill = await issued('2024-03')
    const list = async () => (await bills({ reference_month: '2024-03', overdue: 'S' })).map(({ id: found }) => found)
    expect(await list()).toEqual([])
    // A bill that was due yesterday in Kiritimati (UTC+14) is due today, or was due yesterday as well, in Pago Pago (UTC−11).
    const copy = (timezone: string, referenceMonth: string) =>
      portal.platform(
        async (db) =>
          (
            await sql<{ id: string }>`
              insert into bills (number, partner_id, client_id, name, partner, customer, supplier, reference_month, timezone, date_of_issue,
                                 date_due, billed_users, number_of_bonus, price, domains, domain_fee)
              select 900000 + extract(month from ${referenceMonth}::date)::int, partner_id, client_id, name, partner, customer, supplier,
                     ${referenceMonth}::date, ${timezone}, date_of_issue - 40, (now() at time zone 'Pacific/Kiritimati')::date - 1,
                     billed_users, number_of_bonus, price, domains, domain_fee
                from bills where id = ${bill} returning id`.execute(db)
          ).rows[0]?.id ?? '',
      )
    const early = await copy('Pacific/Kiritimati', '2024-04-01')
    const late = await copy('Pacific/Pago_Pago', '2024-05-01')
    expect(await read(early)).toMatchObject({ overdue: true, payment_state: 'unpaid' })
    expect(await read(late)).toMatchObject({ overdue: false })
  })
})

it('the webhooks of the client’s units are told of a bill that is issued, paid or void, and those of other clients are not', async () => {
  await portal.platform((db) => sql`update clients set contract_date = '2024-01-01'`.execute(db))
  await active(norte.id, three, '2024-07')
  const events = await webhookEvents(portal, norte.id, ['bill.issued', 'bill.paid', 'bill.voided'])
  const reference = { reference_month: '2024-07' }
  const [first = ''] = (await issue([id.alfa, id.beta], '2024-07')).body.issued.toSorted(byText)
  const told = async () => (await events()).map(({ event_type, data }) => ({ event_type, ...(data as object) }))
  const [issued] = await told()
  expect(first).not.toBe('')
  expect(issued).toMatchObject({ event_type: 'bill.issued', bill: { name: 'Vale Verde' }, ...reference })
  const bill = (issued as unknown as { bill: { id: string } }).bill.id
  const pay = (amount: string) =>
    platform().ask(calls.addPayment, { id: bill, paid_on: '2026-02-02', amount, note: '' })
  await pay('40')
  expect(await told()).toHaveLength(1)
  await pay('40')
  await platform().ask(calls.creditBill, { id: bill, amount: '9.85', reason: 'Desconto' })
  expect((await told()).map(({ event_type }) => event_type)).toEqual(['bill.issued', 'bill.paid'])
  await active(norte.id, three, '2024-08')
  const [second = ''] = (await issue([id.alfa], '2024-08')).body.issued
  await platform().ask(calls.voidBill, { id: second, reason: 'Engano' })
  expect((await told()).map(({ event_type }) => event_type)).toEqual([
    'bill.issued',
    'bill.paid',
    'bill.issued',
    'bill.voided',
  ])
  const units = await portal.platform((db) =>
    db.selectFrom('webhook_deliveries').select('tenant_id').distinct().execute(),
  )
  expect(units).toEqual([{ tenant_id: norte.id }])
})

describe('the people behind the number', () => {
  const peopleOf = async (bill: string, caller: 'platform' | 'masterOfAlfa' = 'platform') =>
    (await portal.as(caller).ask(calls.listBilledPeople, { id: bill, size: 100 })).body.data

  it('are listed with the reason, and stay with an issued bill when they are erased', async () => {
    await active(norte.id, [people.userOfNorte], '2024-11')
    await portal.platform((db) =>
      sql`update memberships set state = 'T', created_at = '2020-01-01' where user_id = ${people.otherUserOfNorte.id}`.execute(
        db,
      ),
    )
    await portal.platform((db) => sql`update memberships set created_at = '2020-01-01'`.execute(db))
    await portal.platform((db) => sql`update clients set contract_date = '2024-01-01'`.execute(db))
    const draft = await peopleOf(`${id.alfa}:2024-11`)
    const standings = new Map(draft.map((one) => [one.email, one.standing]))
    expect(
      [people.userOfNorte, people.otherUserOfNorte, people.adminOfNorte].map(({ email }) => standings.get(email)),
    ).toEqual(['counted', 'test', 'idle'])
    const { body } = await issue([id.alfa], '2024-11')
    await portal.platform((db) => sql`delete from billable_people`.execute(db))
    const kept = await peopleOf(body.issued[0] ?? '')
    expect(kept).toEqual(draft)
    expect(kept.filter(({ standing }) => standing === 'counted')).toHaveLength(1)
    await portal.platform((db) =>
      sql`update memberships set state = 'A' where user_id = ${people.otherUserOfNorte.id}`.execute(db),
    )
    // An administrator of a unit sees the rows of the unit only.
    const units = await portal.platform(async (db) => {
      await sql`reset role`.execute(db)
      await sql`select set_config('app.tenant_id', ${sul.id}, true), set_config('app.profile', 'admin', true)`.execute(
        db,
      )
      return (await sql<{ tenant_id: string }>`select distinct tenant_id from bill_people`.execute(db)).rows
    })
    expect(units).toEqual([{ tenant_id: sul.id }])
  })

  it('have no name any more when they are erased after the issue, and the number stays', async () => {
    const leaver = await portal.platform(async (db) => {
      const { rows } = await sql<{ id: string }>`insert into users (email, name, home_tenant_id)
        values ('saiu@norte.example', 'Quem Saiu', ${norte.id}) returning id`.execute(db)
      const person = rows[0]?.id ?? ''
      await sql`insert into memberships (tenant_id, user_id, profile) values (${norte.id}, ${person}, 'user')`.execute(
        db,
      )
      return person
    })
    await active(norte.id, [{ id: leaver }], '2024-10')
    await portal.platform((db) => sql`update clients set contract_date = '2024-01-01'`.execute(db))
    const [bill = ''] = (await issue([id.alfa], '2024-10')).body.issued
    const counted = async () => (await peopleOf(bill)).filter(({ standing }) => standing === 'counted')
    expect(await counted()).toMatchObject([{ name: 'Quem Saiu', email: 'saiu@norte.example' }])
    await portal.platform((db) => sql`delete from memberships where user_id = ${leaver}`.execute(db))
    expect(await counted()).toMatchObject([{ name: '', email: null, tenant: 'Norte' }])
    expect((await platform().ask(calls.readBill, { id: bill })).body.billed_users).toBe(1)
  })
})

describe('who sees the bills', () => {
  const grant = (personId: string, sees: boolean) =>
    portal.platform((db) => sql`update users set billing_administrator = ${sees} where id = ${personId}`.execute(db))

  it('Z1: a master sees bills only as billing administrator, and only bills of the own partner', async () => {
    const { body } = await issue([id.alfa, id.beta], '2025-05')
    const own = (await bills({ reference_month: '2025-05' })).find(({ name }) => name === 'Vale Verde')?.id ?? ''
    const foreign = body.issued.find((one) => one !== own) ?? ''
    const master = portal.as('masterOfAlfa')
    expect((await master.ask(calls.listBills, {})).status).toBe(403)
    expect((await master.ask(calls.readBill, { id: own })).status).toBe(403)
    await grant(people.masterOfAlfa.id, true)
    expect((await master.ask(readConfig, {})).body.routes).toContain('billing')
    expect((await bills({ reference_month: '2025-05' }, 'masterOfAlfa')).map(({ name }) => name)).toEqual([
      'Vale Verde',
    ])
    expect((await bills({}, 'masterOfAlfa')).map(({ name, state }) => [name, state])).toEqual([['Vale Verde', 'draft']])
    expect((await master.ask(calls.readBill, { id: own })).body).toMatchObject({ name: 'Vale Verde', can: [] })
    // T2: another partner's bill, draft and people do not exist.
    expect((await master.ask(calls.readBill, { id: foreign })).status).toBe(404)
    expect((await master.ask(calls.readBill, { id: `${id.beta}:${month}` })).status).toBe(404)
    expect(await bills({ parceiro_id: partners.beta.id }, 'masterOfAlfa')).toEqual([])
    const refused = [
      await master.ask(calls.issueBills, { reference_month: month, date_due: due, clients: [id.alfa] }),
      await master.ask(calls.voidBill, { id: own, reason: 'x' }),
      await master.ask(calls.listBillingSummary, {}),
      await master.ask(calls.readBillingSummary, {}),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    await grant(people.masterOfAlfa.id, false)
    expect((await master.ask(calls.listBills, {})).status).toBe(403)
  })

  it('Z1: nobody sees bills inside a business unit, whatever their permissions are', async () => {
    await grant(people.masterOfAlfa.id, true)
    for (const caller of [people.adminOfNorte, people.userOfNorte, masterInNorte]) {
      expect([caller.name, (await portal.as(caller).ask(calls.listBills, {})).status]).toEqual([caller.name, 403])
    }
  })

  it('Z5: the platform makes a billing administrator, and a master only who is one, and never of themselves', async () => {
    const other = { id: '00000003-0000-4000-8000-0000000000aa', email: 'mila@example.com', name: 'Mila' }
    await portal.platform((db) =>
      db
        .insertInto('users')
        .values({ ...other, staff: 'master', partner_id: partners.alfa.id })
        .execute(),
    )
    const set = async (caller: 'platform' | 'masterOfAlfa', person: string, changes: object) => {
      const { version } = (await platform().ask(readTeamMember, { id: person })).body
      return portal.as(caller).ask(updateTeamMember, { id: person, version, ...changes })
    }
    const sees = { billing_administrator: 'S' }
    expect((await set('masterOfAlfa', other.id, sees)).status).toBe(403)
    expect((await set('platform', people.masterOfAlfa.id, sees)).status).toBe(200)
    expect((await set('masterOfAlfa', other.id, sees)).status).toBe(200)
    expect((await platform().ask(readTeamMember, { id: other.id })).body.billing_administrator).toBe(true)
    expect((await set('masterOfAlfa', people.masterOfAlfa.id, { billing_administrator: 'N' })).status).toBe(409)
    // A former billing administrator cannot set the password of a billing administrator.
    await set('platform', people.masterOfAlfa.id, { billing_administrator: 'N' })
    const password = await set('masterOfAlfa', other.id, { password: 'another quiet password' })
    expect(password.status).toBe(403)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'team.updated')
        .where('target_id', '=', other.id)
        .execute(),
    )
    expect(entries).toEqual([{ changes: { billing_administrator: [false, true] } }])
    await portal.platform((db) => db.deleteFrom('users').where('id', '=', other.id).execute())
  })
})

describe('the summary', () => {
  it('adds up the valid bills by month, client and seller', async () => {
    const period = { from: '2025-06', to: '2025-07' }
    await portal.platform(async (db) => {
      await sql`update users set seller = true where id = ${people.platform.id}`.execute(db)
      await sql`update clients set seller = ${people.platform.id} where id = ${id.alfa}`.execute(db)
    })
    await active(norte.id, three, '2025-06')
    await active(leste.id, [people.userOfLeste], '2025-07')
    await issue([id.alfa, id.beta], '2025-06')
    const { body } = await issue([id.alfa, id.beta], '2025-07')
    await platform().ask(calls.voidBill, { id: body.issued[0] ?? '', reason: 'Engano' })
    const { body: sums } = await platform().ask(calls.readBillingSummary, period)
    const by = async (group: 'month' | 'client' | 'seller') =>
      (
        await platform().ask(calls.listBillingSummary, { ...period, by: group, sort: 'total', order: 'desc' })
      ).body.data.map(({ name, bills: billCount, total }) => [name, billCount, total])
    // June: 2 × 19.90 + 50.05 = 89.85 and 0.00. July: Mar Azul (10.00) was voided, or Vale Verde (50.05), by their order.
    const july = (await bills({ reference_month: '2025-07', state: 'issued' }))[0]
    expect(sums).toMatchObject({ bills: 3, billed_users: 3 + (july?.billed_users ?? 0) })
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    expect(cents(sums.total)).toBe(8985 + cents(july?.total ?? '0'))
    expect((await by('month')).map(([name, billCount]) => [name, billCount])).toEqual([
      ['2025-06', 2],
      ['2025-07', 1],
    ])
    const clients = await by('client')
    expect(clients.map(([name]) => name).toSorted(byText)).toEqual(['Mar Azul', 'Vale Verde'])
    const sellers = await by('seller')
    expect(sellers.map(([name]) => name).toSorted(byText)).toEqual(['', people.platform.name])
  })

  it('U4: is exported, and a name that looks like a formula is text', async () => {
    await issue([id.beta], '2025-08')
    const headers = { host: 'localhost', authorization: `Bearer ${await portal.tokenOf(people.platform)}` }
    const url = `/api/${calls.exportBills.path}?reference_month=2025-08&format=csv`
    const { statusCode, body } = await portal.portal.app.inject({ method: 'GET', url, headers })
    expect([statusCode, body]).toEqual([200, expect.stringContaining("'=1+1")])
  })
})

describe('the domains of a month', () => {
  const domains = async (referenceMonth: string) =>
    (await bills({ client_id: id.alfa, reference_month: referenceMonth }))[0]?.domains
  const period = (host: string, from: string, to: string | null, tenant = norte.id) =>
    portal.platform((db) =>
      sql`insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at, ended_at)
        select id, client_id, app.uuidv7(), ${host}, ${from}::timestamptz, ${to}::timestamptz from tenants where id = ${tenant}`.execute(
        db,
      ),
    )

  it('are those that were verified at any time in it, also if they were removed in it, each host once', async () => {
    await portal.platform((db) => sql`delete from domain_periods`.execute(db))
    await period('a.example', '2026-01-31T12:00:00Z', null)
    // Before midnight in São Paulo, the time zone of the unit: the day still belongs to January.
    await period('b.example', '2026-02-01T02:30:00Z', '2026-02-10T00:00:00Z')
    await period('c.example', '2026-01-02T00:00:00Z', '2026-01-02T00:01:00Z')
    await period('c.example', '2026-01-20T00:00:00Z', null, sul.id)
    await period('d.example', '2025-01-01T00:00:00Z', '2025-12-31T12:00:00Z')
    await period('e.example', '2025-01-01T00:00:00Z', null, leste.id)
    expect([await domains('2025-12'), await domains('2026-01'), await domains('2026-02')]).toEqual([1, 3, 3])
  })

  it('of an issued bill stay as they were', async () => {
    const referenceMonth = '2025-08'
    const { body } = await issue([id.alfa], referenceMonth)
    expect(body.issued).toHaveLength(1)
    await period('late.example', '2025-08-15T00:00:00Z', null)
    const [bill] = await bills({ client_id: id.alfa, reference_month: referenceMonth })
    expect(bill).toMatchObject({ state: 'issued', domains: 1 })
  })
})
