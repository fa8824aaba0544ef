import { sql } from 'kysely'
import { foreign, type Made, ofThePlatform, own, type Probes } from '#testing/probe.ts'
import { partners } from '#testing/world.ts'

const newClient = async ({ db, unique }: Made) => {
  const values = { partner_id: partners.alfa.id, name: `Quokka ${unique}`, contract_date: '2026-01-01' }
  return (await db.insertInto('clients').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function newBill(made: Made): Promise<string> {
  const client = await newClient(made)
  const { rows } = await sql<{ id: string }>`
    insert into bills (number, partner_id, client_id, name, partner, customer, reference_month, timezone, date_of_issue, date_due, billed_users,
                       number_of_bonus, price, domains, domain_fee)
    values (${Math.floor(Math.random() * 1e9)}, ${partners.alfa.id}, ${client}, ${`Quokka ${made.unique}`}, 'Alfa', '{"client_type": "legal"}',
            '2026-01-01', 'America/Sao_Paulo', '2026-02-01',
            '2026-02-11', 1, 0, 10, 0, 0) returning id`.execute(made.db)
  return rows[0]?.id ?? ''
}

async function newPayment(made: Made): Promise<string> {
  const bill = await newBill(made)
  const { rows } = await sql<{ id: string }>`
    insert into bill_payments (bill_id, partner_id, paid_on, amount, noted_by)
    values (${bill}, ${partners.alfa.id}, '2026-02-02', 1, 'Quokka') returning id`.execute(made.db)
  return rows[0]?.id ?? ''
}

export const probes: Probes = {
  'auth/billing/all': own({}, ofThePlatform),
  'auth/billing/export': own({ format: 'csv' }, ofThePlatform),
  'auth/billing/get': foreign(async (made) => ({ id: `${await newClient(made)}:2026-01` }), ofThePlatform),
  'auth/billing/pdf': foreign(async (made) => ({ id: await newBill(made) }), ofThePlatform),
  'auth/billing/issue': foreign(
    async (made) => ({ reference_month: '2026-01', date_due: '2099-01-01', clients: [await newClient(made)] }),
    ofThePlatform,
  ),
  'auth/billing/send': foreign(async (made) => {
    const bill = await newBill(made)
    await sql`update clients set email_invoice = '{quokka@alfa.example}' where id = (select client_id from bills where id = ${bill})`.execute(
      made.db,
    )
    return { id: bill }
  }, ofThePlatform),
  'auth/billing/void': foreign(async (made) => ({ id: await newBill(made), reason: 'Quokka' }), ofThePlatform),
  'auth/billing/people/all': own({ id: '00000009-0000-4000-8000-0000000000ee' }, ofThePlatform),
  'auth/billing/people/export': own({ format: 'csv', id: '00000009-0000-4000-8000-0000000000ee' }, ofThePlatform),
  'auth/billing/counted/all': own({}),
  'auth/billing/counted/export': own({ format: 'csv' }),
  'auth/billing/payment/add': foreign(
    async (made) => ({ id: await newBill(made), paid_on: '2026-02-02', amount: '1.00', note: 'Quokka' }),
    ofThePlatform,
  ),
  'auth/billing/payment/delete': foreign(async (made) => ({ id: await newPayment(made) }), ofThePlatform),
  'auth/billing/credit': foreign(
    async (made) => ({ id: await newBill(made), amount: '1.00', reason: 'Quokka' }),
    ofThePlatform,
  ),
  'auth/billing/summary': own({}, ofThePlatform),
  'auth/billing/summary/all': own({}, ofThePlatform),
  'auth/billing/summary/export': own({ format: 'csv' }, ofThePlatform),
}
