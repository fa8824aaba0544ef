import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readClient } from '#features/business/clients/contract.ts'
import { testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'
import * as calls from '../contract.ts'
import * as store from './store.ts'

const mailServer = await testMailServer()
afterAll(() => mailServer.close())
const portal = testPortal({
  config: {
    runJobs: true,
    mail: { url: `smtp://portal:right@127.0.0.1:${mailServer.port}`, from: 'Vitrine <portal@vitrine.example>' },
  },
})
const platform = () => portal.as('platform')
const client = '00000009-0000-4000-8000-0000000000a8'
const two = ['contas@verde.example', 'dona@verde.example']

beforeAll(() =>
  portal.platform(async (db) => {
    await sql`insert into clients (id, partner_id, name, price, contract_date, language, email_invoice)
      values (${client}, ${partners.alfa.id}, 'Vale Verde', 19.90, '2024-01-01', 'en-US', ${two})`.execute(db)
    await sql`update tenants set client_id = c.id, client_standing = c.standing from clients c where tenants.id = ${tenants.norte.id}`.execute(
      db,
    )
  }),
)
beforeEach(async () => {
  mailServer.taken.length = 0
  await portal.platform((db) =>
    sql`update clients set email_invoice = ${two}, sends_bills = false, reminds = false`.execute(db),
  )
})

const issue = async (reference_month: string, send?: 'S' | 'N') => {
  const input = { reference_month, date_due: '2099-12-31', clients: [client], ...(send && { send }) }
  return (await platform().ask(calls.issueBills, input)).body.issued[0] ?? ''
}
const logOf = async (id: string) => (await platform().ask(calls.readBill, { id })).body.sends_log
async function sent(id: string, count: number) {
  for (let tries = 0; tries < 100; tries += 1) {
    const log = await logOf(id)
    if (log.filter(({ result }) => result === 'sent').length >= count) return log
    await sleep(150)
  }
  throw new Error(`not sent: ${JSON.stringify(await logOf(id))}`)
}
const attachedTo = (raw: string) => {
  const part = raw.slice(raw.indexOf('Content-Type: application/pdf'))
  const base64 = /\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(part)?.[1] ?? ''
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')
}

it('a bill goes to every address of the client with its file attached, and the choice is remembered', async () => {
  const id = await issue('2025-01', 'S')
  const log = await sent(id, 2)
  expect(log.map(({ address, purpose, result }) => [address, purpose, result])).toEqual(
    two.map((address) => [address, 'bill', 'sent']),
  )
  expect(mailServer.taken.flatMap(({ to }) => to).toSorted()).toEqual(two)
  const { sha256 } = await portal.platform((db) =>
    db.selectFrom('bill_files').select('sha256').where('bill_id', '=', id).executeTakeFirstOrThrow(),
  )
  for (const { raw } of mailServer.taken) {
    expect(raw).toMatch(/Subject: Bill \d+ of Alfa, January 2025/)
    expect(attachedTo(raw)).toBe(sha256)
  }
  expect((await platform().ask(readClient, { id: client })).body.sends_bills).toBe(true)
  const { changes } = await portal.platform((db) =>
    db.selectFrom('audit_entries').select('changes').where('target_id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(changes).toMatchObject({ sent_to: [null, two] })
})

it('a bill is not sent to a client that does not want it, and is sent by hand, also again', async () => {
  const id = await issue('2025-02')
  expect(await logOf(id)).toEqual([])
  expect((await platform().ask(calls.sendBill, { id })).body.addresses).toEqual(two)
  await sent(id, 2)
  await portal.platform((db) => sql`update clients set email_invoice = '{nova@verde.example}'`.execute(db))
  expect((await platform().ask(calls.sendBill, { id })).body.addresses).toEqual(['nova@verde.example'])
  const log = await sent(id, 3)
  expect([log[0]?.address, mailServer.taken.length]).toEqual(['nova@verde.example', 3])
  const { rows } = await portal.platform((db) =>
    sql<{ event: string }>`select event from audit_entries where target_id = ${id} order by at`.execute(db),
  )
  expect(rows.map(({ event }) => event)).toEqual(['bill.issued', 'bill.sent', 'bill.sent'])
})

it('is refused without an address, and for a void bill', async () => {
  const id = await issue('2025-03', 'N')
  await portal.platform((db) => sql`update clients set email_invoice = '{}'`.execute(db))
  const empty = await platform().ask(calls.sendBill, { id })
  expect([empty.status, empty.raw['key']]).toEqual([409, 'bill_without_addresses'])
  await platform().ask(calls.voidBill, { id, reason: 'Preço errado' })
  expect((await platform().ask(calls.sendBill, { id })).raw['key']).toBe('bill_is_void')
  expect((await portal.as('masterOfAlfa').ask(calls.sendBill, { id })).status).toBe(403)
})

it('an overdue bill is reminded of once, three days after the due date, when the client wants it and owes something', async () => {
  const overdue = async (days: number, month: string) => {
    const { rows } = await portal.platform((db) =>
      sql<{ id: string }>`
        insert into bills (number, partner_id, client_id, name, partner, customer, reference_month, timezone, date_of_issue, date_due,
                           billed_users, number_of_bonus, price, domains, domain_fee)
        values (${1_000 + days}, ${partners.alfa.id}, ${client}, 'Vale Verde', 'Alfa', '{"client_type": "legal"}', ${month}::date, 'UTC',
                (now() at time zone 'UTC')::date - 60, (now() at time zone 'UTC')::date - ${days}::int, 1, 0, 10, 0, 0)
        returning id`.execute(db),
    )
    return rows[0]?.id ?? ''
  }
  await overdue(2, '2024-02-01')
  const due = await overdue(3, '2024-03-01')
  const paid = await overdue(4, '2024-04-01')
  await overdue(31, '2024-05-01')
  await platform().ask(calls.addPayment, { id: paid, paid_on: '2026-01-01', amount: '10', note: '' })
  const remind = () => portal.platform(store.addReminders)
  expect(await remind()).toEqual([])
  await portal.platform((db) => sql`update clients set reminds = true`.execute(db))
  expect(await remind()).toEqual([due])
  expect(await remind()).toEqual([])
  expect((await logOf(due)).map(({ purpose, address, sent_by }) => [purpose, address, sent_by])).toEqual(
    two.map((address) => ['reminder', address, null]),
  )
})
